import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import type { Language } from '@registry/domain/language'
import type { Manual } from './manual.ts'

/** A section of a page: the text from one heading to the next. The first one has no heading. */
type Section = { readonly anchor: string; readonly heading: string; readonly text: string }
type SearchEntry = { readonly page: HelpPage; readonly title: string; readonly sections: readonly Section[] }

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
const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const contains = (text: string, word: string): boolean => splitWords(text).some((each) => each.startsWith(word))

/** How well a section fits one word: a heading counts more than its text. */
const rate = ({ heading, text }: Section, word: string): number => (contains(heading, word) ? 5 : 0) + (contains(text, word) ? 1 : 0)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const findInEntry = ({ page, title, sections }: SearchEntry, words: readonly string[]): readonly [number, SearchResult] | undefined => {
  const scoreWord = (word: string): number => (contains(title, word) ? 20 : 0) + sum(sections.map((section) => rate(section, word)))
  const scores = words.map(scoreWord)
  const rateAll = (section: Section): number => sum(words.map((word) => rate(section, word)))
  const [best] = sections.toSorted((a, b) => rateAll(b) - rateAll(a))
  return scores.includes(0) || !best ? undefined : [sum(scores), { page, title, ...best }]
}

/** Builds the search over titles and texts of the manual: pages that contain the beginning of every word, best first (REQ-UI-11). */
export const createSearch = (manual: Manual, language: Language): ((query: string) => readonly SearchResult[]) => {
  const entries = helpPages.map((page): SearchEntry => {
    const { title, blocks } = manual.page(language, page)
    return { page, title, sections: splitSections(blocks) }
  })
  return (query) => {
    const words = splitWords(query)
    if (words.length === 0) return []
    const found = entries.flatMap((entry) => {
      const result = findInEntry(entry, words)
      return result ? [result] : []
    })
    return found.toSorted(([a], [b]) => b - a).map(([, result]) => result)
  }
}
