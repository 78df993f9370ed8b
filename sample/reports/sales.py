"""Sales reports over the exported orders (one JSON object a line)."""

import json
from collections import defaultdict
from pathlib import Path


def load_orders(path):
    orders = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        orders.append(json.loads(line))
    return orders


def order_total(order):
    total = 0
    for line in order["lines"]:
        total += line["quantity"] * line["price_cents"]
    return total


def sales_by_customer(orders):
    totals = defaultdict(int)
    for order in orders:
        totals[order["customer"]] += order_total(order)
    return sorted(totals.items(), key=lambda pair: pair[1], reverse=True)


def sales_by_state(orders):
    totals = defaultdict(int)
    for order in orders:
        totals[order["state"]] += order_total(order)
    return sorted(totals.items(), key=lambda pair: pair[1], reverse=True)


def sales_by_day(orders):
    totals = defaultdict(int)
    for order in orders:
        totals[order["changed_at"][:10]] += order_total(order)
    return sorted(totals.items(), key=lambda pair: pair[1], reverse=True)


def sales_by_warehouse(orders):
    totals = defaultdict(int)
    for order in orders:
        for line in order["lines"]:
            totals[line["warehouse"]] += line["quantity"] * line["price_cents"]
    return sorted(totals.items(), key=lambda pair: pair[1], reverse=True)


def print_report(title, rows):
    print(title)
    for name, cents in rows:
        print(f"  {name:<20} {cents / 100:>10.2f}")
