import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import type { Language } from '@registry/domain/language'
import type { Manual } from './manual.ts'

/** A section of a page: the text from one heading to the next. The first one has no heading. */
type Section = { readonly anchor: string; readonly heading: string; readonly text: string }
type Words = readonly string[]
/** A section with its words, split once at start. The search is open to everybody, so a query must cost little. */
type IndexedSection = { readonly section: Section; readonly headingWords: Words; readonly textWords: Words }
type SearchEntry = {
  readonly page: HelpPage
  readonly title: string
  readonly titleWords: Words
  readonly sections: readonly IndexedSection[]
}

/** A found page, with the section that fits best. */
export type SearchResult = { readonly page: HelpPage; readonly title: string } & Section

const joinRuns = (runs: readonly HelpRun[]): string => runs.map(({ text }) => text).join('')

const formatBlock = (block: HelpBlock): string => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return joinRuns(block.text)
    case 'list':
      return block.items.map(joinRuns).join(' · ')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(joinRuns).join(' ')).join(' · ')
    case 'code':
      return block.text
    case 'picture':
      return block.alt
  }
}

const splitSections = (blocks: readonly HelpBlock[]): readonly Section[] => {
  const sections: Section[] = []
  let current: Section = { anchor: '', heading: '', text: '' }
  for (const block of blocks) {
    if (block.kind === 'heading') {
      sections.push(current)
      current = { anchor: block.id, heading: joinRuns(block.text), text: '' }
    } else current = { ...current, text: `${current.text} ${formatBlock(block)}`.trim() }
  }
  return [...sections, current]
}

/** The words of a text in lower case and without accents, so that `perche` finds `perché`. */
const splitWords = (text: string): Words =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A searched word without its last vowel or plural `s`, so that `consenso` finds `consensi` and `codes` finds `code`. */
const cutEnding = (word: string): string => (word.length > 4 ? word.replace(/[aeios]$/, '') : word)

const contains = (words: Words, word: string): boolean => words.some((each) => each.startsWith(word))

/** Rates the match of a section with one word: a heading counts more than its text. */
const rate = ({ headingWords, textWords }: IndexedSection, word: string): number =>
  (contains(headingWords, word) ? 5 : 0) + (contains(textWords, word) ? 1 : 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const findInEntry = ({ page, title, titleWords, sections }: SearchEntry, words: Words): readonly [number, SearchResult] | undefined => {
  const scores = words.map((word) => (contains(titleWords, word) ? 20 : 0) + sum(sections.map((section) => rate(section, word))))
  if (scores.includes(0)) return undefined
  const rated = sections.map((each) => [sum(words.map((word) => rate(each, word))), each.section] as const)
  const [best] = rated.toSorted(([first], [second]) => second - first)
  return best && [sum(scores), { page, title, ...best[1] }]
}

const indexSection = (section: Section): IndexedSection => ({
  section,
  headingWords: splitWords(section.heading),
  textWords: [...new Set(splitWords(section.text))],
})

/** Builds the search over titles and texts of the manual: pages that contain the beginning of every word, best first (REQ-UI-11). */
export const createSearch = (manual: Manual, language: Language): ((query: string) => readonly SearchResult[]) => {
  const entries = helpPages.map((page): SearchEntry => {
    const { title, blocks } = manual.page(language, page)
    return { page, title, titleWords: splitWords(title), sections: splitSections(blocks).map(indexSection) }
  })
  return (query) => {
    const words = splitWords(query).map(cutEnding)
    if (words.length === 0) return []
    const found = entries.flatMap((entry) => {
      const result = findInEntry(entry, words)
      return result ? [result] : []
    })
    return found.toSorted(([a], [b]) => b - a).map(([, result]) => result)
  }
}
