/** Things that arrive, for one who waits for them. */
export class Inbox<Thing> {
  readonly #things: Thing[] = []
  #wake: (() => void) | undefined

  put(thing: Thing): void {
    this.#things.push(thing)
    this.#wake?.()
  }

  /** True while somebody waits and nothing is there. */
  get awaited(): boolean {
    return this.#wake !== undefined
  }

  async take(): Promise<Thing> {
    for (;;) {
      const thing = this.#things.shift()
      if (thing !== undefined) return thing
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = undefined
    }
  }
}
