import { Visitor, type ESTree } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { literalText, parse } from './syntax.ts'

/** Components of Lingui whose children are texts of the catalogue. */
const translating = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** Properties that a person sees or hears. */
const spoken = new Set([
  'label',
  'placeholder',
  'title',
  'description',
  'error',
  'alt',
  'aria-label',
  'aria-description',
  'nothingFoundMessage',
])

const isText = (text: string | undefined): boolean => /\p{L}{2}/u.test(text ?? '')

const nameOf = ({ name }: ESTree.JSXOpeningElement): string => (name.type === 'JSXIdentifier' ? name.name : '')

/** Names that are the same in every language. */
const names: ReadonlySet<string> = new Set(['MyConsent', 'Italiano', 'English'])

/** What a screen says without asking a catalogue: children and spoken properties that are written as plain text. */
const untranslatedIn = (file: SourceFile): string[] => {
  const found: string[] = []
  let translated = 0
  const add = (text: string | undefined): void => {
    const shown = text?.trim()
    if (translated === 0 && shown !== undefined && isText(shown) && !names.has(shown)) found.push(shown)
  }
  new Visitor({
    JSXElement: ({ openingElement }) => {
      if (translating.has(nameOf(openingElement))) translated += 1
    },
    'JSXElement:exit': ({ openingElement }) => {
      if (translating.has(nameOf(openingElement))) translated -= 1
    },
    JSXText: ({ value }) => add(value),
    JSXExpressionContainer: ({ expression }) => add(literalText(expression)),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && spoken.has(name.name) && value?.type === 'Literal') add(literalText(value))
    },
  }).visit(parse(file).program)
  return found
}

/** Screens that show text which no catalogue holds, and so in one language only. */
export const checkScreenTexts = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const screens = files.filter(({ path }) => path.endsWith('.tsx') && isProduct(path))
  const findings = screens.flatMap((file) =>
    untranslatedIn(file).map((text) => ({
      path: file.path,
      problem: `shows a text that no catalogue holds: put it into <Trans> or t: ${text.slice(0, 60)}`,
    })),
  )
  return { files: screens.length, findings }
}
