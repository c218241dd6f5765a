import { expect, test } from 'vitest'
import { listScripts } from './first-load.ts'

const manifest = {
  'index.html': { file: 'assets/start.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js', imports: [] },
  'form.tsx': { file: 'assets/form.js', imports: ['_base.js', 'index.html'] },
  'grid.tsx': { file: 'assets/grid.js', imports: [] },
}

test('the first load of a page is the files of its modules and of what they import, once each', () => {
  expect([...listScripts(manifest, ['index.html', 'form.tsx'])].toSorted()).toEqual(['assets/base.js', 'assets/form.js', 'assets/start.js'])
})

test('a module that was renamed is not taken for a small one', () => {
  expect(() => listScripts(manifest, ['old-form.tsx'])).toThrow('The built app has no old-form.tsx')
})
