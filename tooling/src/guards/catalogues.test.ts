import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffFeatureTexts } from '../../../signed-in-texts.ts'
import { listFiles, root } from '../repository.ts'
import { run, type Outcome } from '../run/command.ts'

// With NODE_ENV=test Lingui looks for its own sources.
const check = (what: 'sync' | 'missing', config = 'lingui.config.ts'): Promise<Outcome> =>
  run('lingui', ['check', what, ...(what === 'sync' ? ['--clean', '--overwrite'] : []), '--verbose', '--config', config], {
    env: { NODE_ENV: undefined },
  })

test('every package with texts has a catalogue in both languages', () => {
  expect(
    listFiles()
      .filter((path) => path.endsWith('.po'))
      .toSorted(),
  ).toEqual(
    [
      'apps/myconsent/locales',
      'apps/myconsent/locales/linked',
      'apps/myconsent/locales/signed-in',
      'apps/staff/locales',
      'apps/staff/locales/signed-in',
      ...staffFeatureTexts.map((feature) => `apps/staff/locales/${feature}`),
      'packages/app-shell/locales',
      'packages/app-shell/locales/signed-in',
      'packages/domain/locales',
      'packages/domain/locales/server',
      'packages/domain/locales/signed-in',
      'packages/domain/locales/staff',
      'packages/ui/locales',
      'packages/ui/locales/signed-in',
    ]
      .flatMap((home) => [`${home}/en.po`, `${home}/it.po`])
      .toSorted(),
  )
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

let planted: string
beforeAll(async () => {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  planted = await mkdtemp(join(root, 'node_modules/.cache/catalogues-'))
  await mkdir(join(planted, 'locales'))
  await writeFile(join(planted, 'texts.ts'), `export const text = /*i18n*/ { id: 'planted', message: 'Piantato' }\n`)
  for (const language of ['it', 'en'])
    await writeFile(join(planted, 'locales', `${language}.po`), `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n`)
  const catalogs = [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/texts.ts'] }]
  await writeFile(
    join(planted, 'lingui.config.mjs'),
    `export default ${JSON.stringify({ sourceLocale: 'it', locales: ['it', 'en'], catalogs })}`,
  )
})
afterAll(() => rm(planted, { recursive: true, force: true }))

test('a planted text that is in no catalogue is found', async () => {
  const { code, output } = await check('sync', join(planted, 'lingui.config.mjs'))
  expect(code).toBe(1)
  expect(output).toContain('out of sync')
})

test('a planted Italian text that differs from its source is found, because the catalogue is what people read', async () => {
  const config = join(planted, 'lingui.config.mjs')
  const catalogue = join(planted, 'locales/it.po')
  await run('lingui', ['extract', '--clean', '--config', config], { env: { NODE_ENV: undefined } })
  expect((await check('sync', config)).code).toBe(0)
  await writeFile(catalogue, (await readFile(catalogue, 'utf8')).replace('Piantato', 'Di prima'))
  const { code, output } = await check('sync', config)
  expect(code).toBe(1)
  expect(output).toContain('out of sync')
})

test('a planted text without a translation is found', async () => {
  await writeFile(join(planted, 'locales/en.po'), `msgid "planted"\nmsgstr ""\n`)
  const { code, output } = await check('missing', join(planted, 'lingui.config.mjs'))
  expect(code).toBe(1)
  expect(output).toContain('planted')
})
