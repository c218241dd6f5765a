import { describe, expect, test } from 'vitest'
import { findHelpPage, helpPages } from './help-pages.ts'
import { isOpen, type RoutePattern, routePatterns } from './screens.ts'

/** These routes only redirect. */
const redirects: readonly RoutePattern[] = ['/logout']

describe('the manual page of a screen (REQ-UI-11)', () => {
  test('an open area has its own page, and a closed area has the page about closed areas', () => {
    expect(routePatterns.length).toBeGreaterThan(30)
    for (const pattern of routePatterns.filter((each) => !redirects.includes(each)))
      expect([pattern, findHelpPage(pattern) === 'closed-areas']).toEqual([pattern, !isOpen(pattern)])
  })

  test.each([
    ['/', 'home'],
    ['/consenso?vista=ritiro', 'consents'],
    ['/dm_filtro/__new__', 'saved-filters'],
    ['/identityM', 'closed-areas'],
    ['/nowhere/at/all', 'home'],
  ])('of %s is %s', (address, page) => {
    expect(findHelpPage(address)).toBe(page)
  })

  test('the manual contains each page once', () => {
    expect(new Set(helpPages).size).toBe(helpPages.length)
  })
})
