import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { formatter } from '@lingui/format-po'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
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

type Entry = { readonly id: string; readonly message: string; readonly translation: string }

const readCatalogue = async (path: string): Promise<readonly Entry[]> => {
  const context = { locale: 'en', sourceLocale: 'it', filename: path }
  const catalogue = await formatter().parse(await readFile(join(root, path), 'utf8'), context)
  return Object.entries(catalogue).map(([id, { message = id, translation = '' }]) => ({ id, message, translation }))
}
const readCatalogues = async (paths: readonly string[]): Promise<readonly Entry[]> => (await Promise.all(paths.map(readCatalogue))).flat()
const listCatalogues = (): string[] => listFiles().filter((path) => path.endsWith('en.po'))

/** Returns the texts with several translations. */
const listAmbiguous = (entries: readonly Entry[]): string[] => {
  const found = Map.groupBy(entries, ({ id, message }) => `${id} ${message}`)
  return [...found].flatMap(([text, same]) => {
    const translations = new Set(same.map(({ translation }) => translation))
    return translations.size > 1 ? [`${text}: ${[...translations].join(' / ')}`] : []
  })
}

test('a text has the same translation in all catalogues, because a page shows that of the one that it loaded last', async () => {
  const entries = await readCatalogues(listCatalogues())
  expect(listAmbiguous(entries), 'translate the text alike, or tell its meanings apart by a context').toEqual([])
})

const listVariables = (tokens: CompiledMessage): string[] =>
  tokens.flatMap((token) => {
    if (typeof token === 'string') return token.match(/<\/?\d+\/?>/g) ?? []
    const [name, type, format] = token
    const choices = Object.entries(format ?? {}).filter((choice): choice is [string, CompiledMessage] => Array.isArray(choice[1]))
    return [
      JSON.stringify([name, type, choices.length > 0 ? choices.map(([choice]) => choice) : format]),
      ...choices.flatMap(([, choice]) => listVariables(choice)),
    ]
  })
/** Formats the variables, plural forms and tags of a text, whatever their order. @throws Error for invalid syntax */
const formatVariables = (text: string): string => [...new Set(listVariables(compileMessageOrThrow(text)))].toSorted().join(', ')

/** Returns the texts whose translation has other variables, plural forms or tags. */
const listUnlike = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ message, translation }) => formatVariables(message) !== formatVariables(translation))
    .map(({ message, translation }) => `${message}: ${translation}`)

test('a translation has the variables, plural forms and tags of its text', async () => {
  // An English catalogue has only the identifiers of the texts of domain and server, so Lingui extracts the Italian texts too.
  const config = join(planted, 'italian.config.mjs')
  const include = ['packages/domain/src', 'apps/server/src'].map((folder) => join(root, folder))
  const catalogs = [{ path: join(planted, '{locale}'), include, exclude: ['**/*.test.*'] }]
  await writeFile(config, `export default ${JSON.stringify({ sourceLocale: 'it', locales: ['it'], catalogs })}`)
  const { code, output } = await run('lingui', ['extract', '--config', config], { env: { NODE_ENV: undefined } })
  expect(code, output).toBe(0)
  const italian = new Map((await readCatalogue(join(relative(root, planted), 'it.po'))).map(({ id, translation }) => [id, translation]))
  const entries = await readCatalogues(listCatalogues())
  expect(listUnlike(entries.map((entry) => ({ ...entry, message: italian.get(entry.id) ?? entry.message })))).toEqual([])
})

test.each([
  ['a variable', '{name} è attivo', '{surname} is active'],
  ['a plural form', '{count, plural, one {# paziente} other {# pazienti}}', '{count, plural, other {# patients}}'],
  ['a variable of a plural form', '{count, plural, one {uno} other {# di {all}}}', '{count, plural, one {one} other {#}}'],
  ['a tag', 'leggi <0>la guida</0>', 'read the guide'],
])('planted: a translation without %s of its text is found', (_what, message, translation) => {
  expect(listUnlike([{ id: 'planted', message, translation }])).toEqual([`${message}: ${translation}`])
  expect(listUnlike([{ id: 'planted', message, translation: message }])).toEqual([])
})

test('planted: a text with two translations is found, and a context distinguishes two meanings', async () => {
  const directory = relative(root, planted)
  const write = async (name: string, entry: string): Promise<string> => {
    await writeFile(join(planted, name), `msgid ""\nmsgstr ""\n\n${entry}\n`)
    return join(directory, name)
  }
  const first = await write('first.po', 'msgid "Nome"\nmsgstr "Name"')
  const second = await write('second.po', 'msgid "Nome"\nmsgstr "First name"')
  expect(listAmbiguous(await readCatalogues([first, second]))).toEqual([expect.stringContaining('Nome: Name / First name')])
  const third = await write('third.po', 'msgctxt "persona"\nmsgid "Nome"\nmsgstr "First name"')
  expect(listAmbiguous(await readCatalogues([first, third]))).toEqual([])
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
