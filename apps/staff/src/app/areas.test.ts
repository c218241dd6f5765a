import { isOpen } from '@registry/domain/access/areas'
import { type RoutePattern, routes } from '@registry/domain/access/routes'
import { expect, it } from 'vitest'
import { createAppRouter } from './router.ts'

const own = Object.entries(routes).filter(([, { site }]) => site === 'staff' || site === 'both')
const screens = Object.keys(createAppRouter().routesByPath)

it.each(own.map(([path]) => path))('%s has a screen exactly if its area is open', (path) => {
  expect(screens.includes(path)).toBe(isOpen(path as RoutePattern))
})

it('no screen is missing from the route table', () => {
  expect(screens.filter((path) => path !== '/$' && !own.some(([known]) => known === path))).toEqual([])
})
