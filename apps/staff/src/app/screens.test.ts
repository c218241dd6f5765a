import { isOpen, routePatterns, screens } from '@registry/domain/access/screens'
import { expect, it } from 'vitest'
import { createAppRouter } from './router.ts'

const own = routePatterns.filter((pattern) => ['staff', 'both'].includes(screens[pattern].site))
const paths: readonly string[] = Object.keys(createAppRouter().routesByPath)

it.each(own)('%s has a screen exactly if its area is open', (pattern) => {
  expect(paths.includes(pattern)).toBe(isOpen(pattern))
})

it('no screen is missing from the table of screens', () => {
  expect(paths.filter((path) => path !== '/$' && !own.some((known) => known === path))).toEqual([])
})
