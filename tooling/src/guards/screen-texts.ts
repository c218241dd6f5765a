import { Visitor, type ESTree } from 'vite'
import type { Finding, SourceFile } from '../repository.ts'
import { isProduct } from './imports.ts'
import { literalText, parse } from './syntax.ts'

/** Components of Lingui whose children are catalogue texts. */
const translating = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
/** Properties that a user sees or hears. */
const visibleProperties = new Set([
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

/** Names that are the same in all languages. */
const names: ReadonlySet<string> = new Set(['MyConsent', 'Italiano', 'English'])

/** Returns children and visible properties that are plain text instead of catalogue texts. */
const findUntranslated = (file: SourceFile): string[] => {
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
      if (name.type === 'JSXIdentifier' && visibleProperties.has(name.name) && value?.type === 'Literal') add(literalText(value))
    },
  }).visit(parse(file).program)
  return found
}

/** Finds screens with text outside the catalogues, which exists in one language only. */
export const checkScreenTexts = (files: readonly SourceFile[]): { readonly files: number; readonly findings: readonly Finding[] } => {
  const screens = files.filter(({ path }) => path.endsWith('.tsx') && isProduct(path))
  const findings = screens.flatMap((file) =>
    findUntranslated(file).map((text) => ({
      path: file.path,
      problem: `shows a text that is in no catalogue: ${text.slice(0, 60)}`,
      remedy: 'put it into <Trans> or t, then run `pnpm i18n:extract`',
    })),
  )
  return { files: screens.length, findings }
}
