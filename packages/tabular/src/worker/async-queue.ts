/** Buffers items while the consumer is busy. */
export class AsyncQueue<Item> {
  readonly #items: Item[] = []
  #wake: (() => void) | undefined

  push(item: Item): void {
    this.#items.push(item)
    this.#wake?.()
  }

  /** True while the consumer waits for an item. */
  get isAwaited(): boolean {
    return this.#wake !== undefined
  }

  /** Returns the oldest item. Waits if the queue is empty. */
  async next(): Promise<Item> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) return item
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }
}
