import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser, findDefect } from './browser.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const script = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o700)
  return path
}

test('a browser that renders text is accepted', async () => {
  const { program } = await findBrowser()
  expect(await findDefect(program)).toBeUndefined()
})

test('a browser without a font is rejected', async () => {
  const { program } = await findBrowser()
  const settings = join(folder, 'fonts.conf')
  await writeFile(settings, '<?xml version="1.0"?><fontconfig></fontconfig>')
  const bare = await script('bare', `FONTCONFIG_FILE="${settings}" exec "${program}" "$@"`)
  expect(await findDefect(bare)).toBeDefined()
})

test('a program that is no browser is rejected', async () => {
  expect(await findDefect(await script('other', 'exit 3'))).toBeDefined()
})
