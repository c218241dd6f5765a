import { expect, test } from 'vitest'
import { printFiles } from '../printed-files.ts'
import { readSource } from '../repository.ts'

test.each(Object.entries(await printFiles()))('%s matches the code; `pnpm contract:print` writes it', (path, text) => {
  expect(text.split('\n').length).toBeGreaterThan(10)
  expect(readSource(path).text, 'run `pnpm contract:print`').toBe(text)
})
