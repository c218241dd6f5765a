import type { Page } from '@playwright/test'
import { loadAxe } from './axe.ts'

/**
 * The looks of text whose contrast axe accepted, on any page. Most texts look like those of earlier pages. Finding the ground below each
 * text is the slowest rule of axe.
 */
const accepted = new Set<string>()

type Measured = { readonly violations: readonly string[]; readonly accepted: readonly string[] }

/**
 * Runs in the page. Contrast follows from colour, size, weight, shadow, the ground that the ancestors paint, and their opacity. Like axe,
 * it skips single characters, disabled elements, and backgrounds with an image or a gradient. It also skips text outside the page or the
 * visible part of a region. Other texts that axe cannot decide, such as covered text, are measured.
 */
const measure = async (known: readonly string[]): Promise<Measured> => {
  const isKnown = new Set(known)
  type Ground = { readonly paint: string; readonly fading: string; readonly isPicture: boolean }
  const grounds = new Map<Element, Ground>()
  const readGround = (element: Element | null): Ground => {
    if (!element) return { paint: '', fading: '', isPicture: false }
    const found = grounds.get(element)
    if (found) return found
    const above = readGround(element.parentElement)
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
    const isOpaque = backgroundColor.startsWith('rgb(')
    const ground = {
      paint: isOpaque ? backgroundColor : backgroundColor === 'rgba(0, 0, 0, 0)' ? above.paint : `${above.paint} ${backgroundColor}`,
      fading: opacity === '1' && filter === 'none' ? above.fading : `${above.fading} ${opacity} ${filter}`,
      isPicture: backgroundImage !== 'none' || (above.isPicture && !isOpaque),
    }
    grounds.set(element, ground)
    return ground
  }
  const hasText = (element: Element): boolean =>
    element.matches('input:not([type=radio], [type=checkbox]), select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent?.trim().length ?? 0) > 1)

  const open = new Map<Element, string>()
  for (const element of document.querySelectorAll('body *:not(script, style, svg *)')) {
    if (!hasText(element) || element.closest('[aria-disabled=true], :disabled')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { paint, fading, isPicture } = readGround(element)
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const look = [color, fontSize, fontWeight, textShadow, paint, fading].join(' / ')
    if (!isPicture && !isKnown.has(look)) open.set(element, look)
  }
  if (open.size > 0) {
    const seen = await new Promise<readonly IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver(
        (entries) => {
          observer.disconnect()
          resolve(entries)
        },
        { root: document, rootMargin: '0px 0px 100000px' },
      )
      for (const element of open.keys()) observer.observe(element)
    })
    for (const { target, intersectionRect } of seen) if (intersectionRect.width <= 1 || intersectionRect.height <= 1) open.delete(target)
  }
  if (open.size === 0) return { violations: [], accepted: [] }
  const results = await window.axe?.run(
    { include: [...open.keys()] },
    { runOnly: ['color-contrast'], resultTypes: ['violations', 'passes'], selectors: false, elementRef: true },
  )
  if (!results) throw new Error('axe did not run')
  return {
    violations: results.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)),
    accepted: results.passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element && open.get(element)) ?? [])),
  }
}

/** Lists the texts of the page with too little contrast (WCAG 1.4.3). Measures only looks that axe has not accepted on this page or another. */
export const findWeakContrast = async (page: Page): Promise<readonly string[]> => {
  await loadAxe(page)
  const measured = await page.evaluate(measure, [...accepted])
  for (const look of measured.accepted) accepted.add(look)
  return measured.violations
}
