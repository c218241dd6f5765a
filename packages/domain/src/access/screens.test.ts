import { expect, test } from 'vitest'
import { findBackAddress, findMenuParent, findScreen, routePatterns, type Screen, screens } from './screens.ts'

test.each([
  ['of a list is the home page', '/uhome', '/ga_filtri', '/uhome'],
  ['of a detail page is its list', '/uhome', '/dm_filtro/__new__?tab=export', '/dm_filtri'],
  ['of an area that is not open is the home page', '/uhome', '/identityM', '/uhome'],
  ['of a page of both sites is the home page of the site', '/myconsent', '/changepasswd', '/myconsent'],
  ['of a sign-in is the page of both sites', '/myconsent', '/loginp', '/'],
  ['of a forgotten password is the sign-in', '/uhome', '/forgot_password', '/login'],
  ['of a home page is missing', '/uhome', '/uhome', undefined],
  ['of the page of both sites is missing', '/uhome', '/', undefined],
] as const)('the back address %s', (_case, home, address, expected) => {
  expect(findBackAddress(home, address)).toBe(expected)
})

test.each([
  ['of a detail page is its list', '/utente/3', '/utenti'],
  ['of a page two steps below is found over the page between', '/testo_consenso/consents?scheda=bozza', '/globalconfig'],
  ['of a page of the menu is missing', '/log', undefined],
  ['of a page that no menu leads to is missing', '/pstudio/DOSE-2026', undefined],
] as const)('the menu item %s', (_case, address, expected) => {
  expect(findMenuParent(address)).toBe(expected)
})

test('every back arrow leads to a screen of the same site that the same people may open', () => {
  for (const pattern of routePatterns) {
    const { back, site, audience }: Screen = screens[pattern]
    if (back !== undefined) expect([pattern, findScreen(back)]).toEqual([pattern, expect.objectContaining({ site, audience })])
  }
})
