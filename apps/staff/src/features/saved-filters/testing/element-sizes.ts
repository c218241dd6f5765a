import { afterEach, beforeEach, vi } from 'vitest'

const [width, height, rowHeight] = [1400, 600, 40]

/** jsdom lays nothing out; a grid draws only the rows and columns in sight, so what tests look at needs a size. */
export const fakeElementSizes = (): void => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function size(this: Element) {
      return new DOMRect(0, 0, width, this instanceof HTMLTableRowElement ? rowHeight : height)
    })
  })
  afterEach(() => vi.restoreAllMocks())
}
