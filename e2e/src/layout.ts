import type { Page } from '@playwright/test'

/** Runs in the page: waits until all elements stay where they are. Charts and grids follow the width some frames later. */
const settle = async (): Promise<void> => {
  const readBoxes = (): string =>
    [...document.querySelectorAll('body *')]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`)
      .join()
  let before = ''
  // Endless animations, such as a loader, never finish.
  for (let frame = 0; frame < 30; frame += 1) {
    await new Promise(requestAnimationFrame)
    const now = readBoxes()
    if (now === before) return
    before = now
  }
}

/** Runs in the page: all that it shows, apart from the places and sizes of its elements. */
const describe = (): string => {
  const places = new Set('style d x y x1 x2 y1 y2 cx cy r dx dy width height points transform viewBox data-side data-position'.split(' '))
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((element) => {
      const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(element)
      const attributes = [...element.attributes].filter(({ name }) => !places.has(name)).map(({ name, value }) => `${name}=${value}`)
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent)
      return [element.tagName, ...attributes, color, backgroundColor, fontSize, fontWeight, ...texts].join(' ')
    })
    .join('\n')
}

export const readContent = (page: Page): Promise<string> => page.evaluate(describe)

/** Gives the window another width, as a reader who turns a phone, and waits until the page has followed. */
export const resize = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 })
  await page.evaluate(settle)
}
