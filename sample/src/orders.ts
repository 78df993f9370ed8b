import { type Inventory, InventoryError } from './inventory';

export type OrderState = 'open' | 'paid' | 'packed' | 'shipped' | 'delivered' | 'returned';

export interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  readonly priceCents: number;
}

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly state: OrderState;
  readonly lines: readonly OrderLine[];
  readonly changedAt: Date;
}

export type OrderStore = Map<string, Order>;

export function openOrder(store: OrderStore, id: string, customer: string): Order {
  const order: Order = { id, customer, state: 'open', lines: [], changedAt: new Date() };
  store.set(id, order);
  return order;
}

export function findOrder(store: OrderStore, id: string): Order {
  const order = store.get(id);
  if (order === undefined) {
    throw new Error(`Order ${id} does not exist`);
  }
  return order;
}

export function payOrder(store: OrderStore, id: string): Order {
  const order = findOrder(store, id);
  if (order.state !== 'open') {
    throw new Error(`Order ${id} is ${order.state}, not open`);
  }
  const updated: Order = { ...order, state: 'paid', changedAt: new Date() };
  store.set(id, updated);
  return updated;
}

export function packOrder(store: OrderStore, id: string): Order {
  const order = findOrder(store, id);
  if (order.state !== 'paid') {
    throw new Error(`Order ${id} is ${order.state}, not paid`);
  }
  const updated: Order = { ...order, state: 'packed', changedAt: new Date() };
  store.set(id, updated);
  return updated;
}

export function shipOrder(store: OrderStore, id: string): Order {
  const order = findOrder(store, id);
  if (order.state !== 'packed') {
    throw new Error(`Order ${id} is ${order.state}, not packed`);
  }
  const updated: Order = { ...order, state: 'shipped', changedAt: new Date() };
  store.set(id, updated);
  return updated;
}

export function deliverOrder(store: OrderStore, id: string): Order {
  const order = findOrder(store, id);
  if (order.state !== 'shipped') {
    throw new Error(`Order ${id} is ${order.state}, not shipped`);
  }
  const updated: Order = { ...order, state: 'delivered', changedAt: new Date() };
  store.set(id, updated);
  return updated;
}

export function addLine(store: OrderStore, id: string, stock: Inventory, line: OrderLine): Order {
  const order = findOrder(store, id);
  if (order.state !== 'open') {
    throw new Error(`Order ${id} is ${order.state}, not open`);
  }
  if (stock.getItem(line.sku).quantity < line.quantity) {
    throw new InventoryError(`Item ${line.sku} is sold out`);
  }
  const updated: Order = { ...order, lines: [...order.lines, line], changedAt: new Date() };
  store.set(id, updated);
  return updated;
}

export function totalCents(order: Order): number {
  let total = 0;
  for (const line of order.lines) {
    total += line.quantity * line.priceCents;
  }
  return total;
}
