import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { helpPages } from '@registry/domain/access/help-pages'
import type { HelpBlock } from '@registry/domain/help/document'
import { languages } from '@registry/domain/language'
import { studyTransitions } from '@registry/domain/studies/transitions'
import { loadMessages } from '../../shared/messages.ts'
import { loadManual, type Manual } from './manual.ts'

const directory = new URL('../../../../../docs/manual/', import.meta.url)

let manual: Manual
beforeAll(async () => {
  manual = await loadManual(await loadMessages(), { DATA_CONTROLLER: 'Fondazione Esempio, Roma' })
})

test.each(languages)('the files in %s are exactly the pages of the list', async (language) => {
  const names = await readdir(new URL(`${language}/`, directory))
  expect(names.toSorted()).toEqual(helpPages.map((page) => `${page}.md`).toSorted())
  for (const page of helpPages) expect([page, manual.page(language, page).blocks.length > 3]).toEqual([page, true])
})

test('REQ-UI-16: the privacy statement names the configured data controller, and names missing contacts', () => {
  const items = manual.page('it', 'privacy').blocks.flatMap((block) => (block.kind === 'list' ? block.items : []))
  const lines = items.map((runs) => runs.map(({ text }) => text).join(''))
  expect(lines).toContain('Titolare del trattamento: Fondazione Esempio, Roma')
  expect(lines).toContain('Contatti: non ancora indicato: chiedi al tuo centro')
})

test('REQ-STU-11: the page of studies prints each operation with the states that follow', () => {
  const tables = manual.page('en', 'studies').blocks.filter((block) => block.kind === 'table')
  const [life] = tables.map(({ head, rows }) => [head, ...rows].map((row) => row.map((cell) => cell.map(({ text }) => text).join(''))))
  const row = (name: string) => life?.find(([first]) => first === name)?.slice(1)
  expect(life).toHaveLength(1 + Object.keys(studyTransitions).length)
  expect(row('Invites an approved candidate')).toEqual(['Automatic', '–', '–', 'Active', 'Active', '–', '–', '–', '–'])
  expect(row('Deletes the study')?.slice(1)).toEqual(['Waiting for the ethics committee', '–', '–', '–', 'Ended', 'Exported', 'yes', 'yes'])
})

/** Describes a block without its text, to compare the languages. */
const describeBlock = (block: HelpBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `heading ${block.level}`
    case 'list':
      return `list of ${block.items.length}`
    case 'table':
      return `table of ${block.head.length} columns`
    case 'picture':
      return `picture ${block.address.replace(/\.(it|en)\.webp$/, '')}`
    case 'paragraph':
    case 'code':
      return block.kind
  }
}

test.each(helpPages)('%s has the same blocks in both languages', (page) => {
  const [italian, english] = [manual.page('it', page).blocks.map(describeBlock), manual.page('en', page).blocks.map(describeBlock)]
  expect(english).toEqual(italian)
})

test.each(languages)('screenshots have the language of the page: %s', (language) => {
  const pictures = helpPages.flatMap((page) => manual.page(language, page).blocks).filter(({ kind }) => kind === 'picture')
  const screenshots = pictures.flatMap((block) => (block.kind === 'picture' && block.address.endsWith('.webp') ? [block.address] : []))
  expect(screenshots.length).toBeGreaterThan(5)
  expect(screenshots.filter((address) => !address.endsWith(`.${language}.webp`))).toEqual([])
})

test('every screenshot is on a page and has at most 80 kB', () => {
  const blocks = languages.flatMap((language) => helpPages.flatMap((page) => manual.page(language, page).blocks))
  const shown = new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.address] : [])))
  const pictures = [...manual.pictures.values()].filter(({ address }) => !address.endsWith('/icon.svg'))
  expect(pictures.filter(({ address }) => !shown.has(address)).map(({ address }) => address)).toEqual([])
  expect(pictures.filter(({ bytes }) => bytes.length > 80_000).map(({ address }) => address)).toEqual([])
})

test('the container image of the server contains the manual', async () => {
  const dockerfile = await readFile(new URL('../../infra/Dockerfile', directory), 'utf8')
  const removed = /&& rm -rf ([^\n]+)/.exec(dockerfile)?.[1]?.split(' ') ?? []
  expect(removed.length).toBeGreaterThan(5)
  expect(removed.filter((path) => 'docs/manual'.startsWith(path))).toEqual([])
})
