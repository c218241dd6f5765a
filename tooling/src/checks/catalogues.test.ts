import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { formatter } from '@lingui/format-po'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles, root } from '../repository.ts'
import { run, type Outcome } from '../run/command.ts'

// With NODE_ENV=test Lingui looks for its own sources.
const check = (what: 'sync' | 'missing', config = 'lingui.config.ts'): Promise<Outcome> =>
  run('lingui', ['check', what, ...(what === 'sync' ? ['--clean', '--overwrite'] : []), '--verbose', '--config', config], {
    env: { NODE_ENV: undefined },
  })

test('the catalogues contain the texts of the code; `pnpm i18n:extract` writes them', async () => {
  const { code, output } = await check('sync')
  expect(code === 0 ? '' : output, 'run `pnpm i18n:extract`').toBe('')
  expect(output).toContain('PASS')
})

test('every text has a translation', async () => {
  const { code, output } = await check('missing')
  expect(code === 0 ? '' : output, 'translate each listed text in its en.po').toBe('')
  expect(output).toContain('PASS')
})

/** The translations of each text of these catalogues, by its identifier. */
const listTranslations = async (paths: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const found = new Map<string, Set<string>>()
  for (const path of paths) {
    const context = { locale: 'en', sourceLocale: 'it', filename: path }
    const catalogue = await formatter().parse(await readFile(join(root, path), 'utf8'), context)
    for (const [id, { message = id, translation = '' }] of Object.entries(catalogue)) {
      const text = `${id} ${message}`
      found.set(text, (found.get(text) ?? new Set()).add(translation))
    }
  }
  return found
}
const listAmbiguous = (translations: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...translations].flatMap(([text, all]) => (all.size > 1 ? [`${text}: ${[...all].join(' / ')}`] : []))

test('a text has the same translation in all catalogues, because a page shows that of the one that it loaded last', async () => {
  const catalogues = listFiles().filter((path) => path.endsWith('en.po'))
  expect(listAmbiguous(await listTranslations(catalogues)), 'translate the text alike, or tell its meanings apart by a context').toEqual([])
})

test('planted: a text with two translations is found, and a context tells two meanings apart', async () => {
  const directory = relative(root, planted)
  const write = async (name: string, entry: string): Promise<string> => {
    await writeFile(join(planted, name), `msgid ""\nmsgstr ""\n\n${entry}\n`)
    return join(directory, name)
  }
  const first = await write('first.po', 'msgid "Nome"\nmsgstr "Name"')
  const second = await write('second.po', 'msgid "Nome"\nmsgstr "First name"')
  expect(listAmbiguous(await listTranslations([first, second]))).toEqual([expect.stringContaining('Nome: Name / First name')])
  const third = await write('third.po', 'msgctxt "persona"\nmsgid "Nome"\nmsgstr "First name"')
  expect(listAmbiguous(await listTranslations([first, third]))).toEqual([])
})

let planted: string
beforeAll(async () => {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  planted = await mkdtemp(join(root, 'node_modules/.cache/catalogues-'))
  await mkdir(join(planted, 'locales'))
  await writeFile(join(planted, 'texts.ts'), `export const text = /*i18n*/ { id: 'planted', message: 'Piantato' }\n`)
  await writeFile(join(planted, 'locales/en.po'), `msgid ""\nmsgstr ""\n"Language: en\\n"\n`)
  const catalogs = [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/texts.ts'] }]
  await writeFile(join(planted, 'lingui.config.mjs'), `export default ${JSON.stringify({ sourceLocale: 'it', locales: ['en'], catalogs })}`)
})
afterAll(() => rm(planted, { recursive: true, force: true }))

test('a planted text that is in no catalogue is found', async () => {
  const { code, output } = await check('sync', join(planted, 'lingui.config.mjs'))
  expect(code).toBe(1)
  expect(output).toContain('out of sync')
})

test('a planted text without a translation is found', async () => {
  await writeFile(join(planted, 'locales/en.po'), `msgid "planted"\nmsgstr ""\n`)
  const { code, output } = await check('missing', join(planted, 'lingui.config.mjs'))
  expect(code).toBe(1)
  expect(output).toContain('planted')
})
