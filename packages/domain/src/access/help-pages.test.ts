import { describe, expect, test } from 'vitest'
import { isOpen } from './areas.ts'
import { helpPageByRoute, findHelpPage, helpPages } from './help-pages.ts'
import { routes, type RoutePattern } from './routes.ts'

const patterns = Object.keys(routes) as RoutePattern[]
/** These open no screen of their own: they lead on. */
const leadingOn: readonly RoutePattern[] = ['/logout']

describe('the page of the manual about a screen (D19)', () => {
  test('an area that is open has a page of its own, a closed one the page that says so: opening an area asks for its page', () => {
    expect(patterns.length).toBeGreaterThan(30)
    for (const pattern of patterns.filter((one) => !leadingOn.includes(one)))
      expect([pattern, helpPageByRoute[pattern] === 'closed-areas']).toEqual([pattern, !isOpen(pattern)])
  })

  test.each([
    ['/', 'home'],
    ['/consenso?vista=ritiro', 'consents'],
    ['/dm_filtro/__new__', 'saved-filters'],
    ['/pstudio/S1', 'closed-areas'],
    ['/nowhere/at/all', 'home'],
  ])('about %s is %s', (address, page) => {
    expect(findHelpPage(address)).toBe(page)
  })

  test('no page stands twice in the manual', () => {
    expect(new Set(helpPages).size).toBe(helpPages.length)
  })
})
