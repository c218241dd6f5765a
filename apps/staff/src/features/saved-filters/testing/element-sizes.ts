import { afterEach, beforeEach, vi } from 'vitest'

const [width, height, rowHeight] = [1400, 600, 40]

/** Gives elements a size: jsdom has no layout, and a grid renders visible rows and columns only. */
export const fakeElementSizes = (): void => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function size(this: Element) {
      return new DOMRect(0, 0, width, this instanceof HTMLTableRowElement ? rowHeight : height)
    })
  })
  beforeEach(() =>
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect(0, 0, width, height)] as unknown as DOMRectList),
  )
  afterEach(() => vi.restoreAllMocks())
}
