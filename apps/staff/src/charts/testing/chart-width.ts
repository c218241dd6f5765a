import { afterEach, beforeEach } from 'vitest'

const usual = globalThis.ResizeObserver

/** Gives charts a width: jsdom has no layout, and a chart without width is not rendered. */
export const fakeChartWidth = (): void => {
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      readonly #callback: ResizeObserverCallback
      constructor(callback: ResizeObserverCallback) {
        this.#callback = callback
      }
      observe(): void {
        requestAnimationFrame(() => this.#callback([{ contentRect: { width: 600, height: 200 } } as ResizeObserverEntry], this))
      }
      unobserve(): void {}
      disconnect(): void {}
    }
  })
  afterEach(() => {
    globalThis.ResizeObserver = usual
  })
}

export const listBars = (): readonly Element[] => [...document.querySelectorAll('.recharts-bar-rectangle path')]
