import { expect, test } from 'vitest'
import { listFiles } from './first-load.ts'

const page = '<script type="module" src="/assets/start.js"></script><link rel="stylesheet" href="/assets/start.css">'
const manifest = {
  '_start.js': { file: 'assets/start.js', imports: ['_base.js'], css: ['assets/start.css'] },
  '_base.js': { file: 'assets/base.js' },
  'form.tsx': { file: 'assets/form.js', imports: ['_base.js', '_start.js'], css: ['assets/form.css'] },
  'grid.tsx': { file: 'assets/grid.js' },
}

test('the first load of a screen is the page’s files and what its parts import, once each', () => {
  expect([...listFiles(page, manifest, ['form.tsx'])].toSorted()).toEqual([
    'assets/base.js',
    'assets/form.css',
    'assets/form.js',
    'assets/start.css',
    'assets/start.js',
  ])
})

test('a screen whose part was renamed is not taken for a small one', () => {
  expect(() => listFiles(page, manifest, ['old-form.tsx'])).toThrow('The built app has no old-form.tsx')
})
