export interface Item {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly priceCents: number;
  readonly warehouse: string;
}

export class InventoryError extends Error {}

export class Inventory {
  readonly #items = new Map<string, Item>();

  addItem(item: Item): void {
    if (this.#items.has(item.sku)) {
      throw new InventoryError(`Item ${item.sku} exists already`);
    }
    this.#items.set(item.sku, item);
  }

  getItem(sku: string): Item {
    const item = this.#items.get(sku);
    if (item === undefined) {
      throw new InventoryError(`Item ${sku} does not exist`);
    }
    return item;
  }

  removeItem(sku: string): Item {
    const item = this.getItem(sku);
    this.#items.delete(sku);
    return item;
  }

  restock(sku: string, quantity: number): Item {
    const item = this.getItem(sku);
    const updated = { ...item, quantity: item.quantity + quantity };
    this.#items.set(sku, updated);
    return updated;
  }

  take(sku: string, quantity: number): Item {
    const item = this.getItem(sku);
    if (item.quantity < quantity) {
      throw new InventoryError(`Item ${sku} has only ${item.quantity} left`);
    }
    const updated = { ...item, quantity: item.quantity - quantity };
    this.#items.set(sku, updated);
    return updated;
  }

  reprice(sku: string, priceCents: number): Item {
    const item = this.getItem(sku);
    const updated = { ...item, priceCents };
    this.#items.set(sku, updated);
    return updated;
  }

  move(sku: string, warehouse: string): Item {
    const item = this.getItem(sku);
    const updated = { ...item, warehouse };
    this.#items.set(sku, updated);
    return updated;
  }

  totalValueCents(): number {
    let total = 0;
    for (const item of this.#items.values()) {
      total += item.quantity * item.priceCents;
    }
    return total;
  }

  totalQuantity(): number {
    let total = 0;
    for (const item of this.#items.values()) {
      total += item.quantity;
    }
    return total;
  }
}
