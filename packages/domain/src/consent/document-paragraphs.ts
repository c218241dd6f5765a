import type { Language } from '../language.ts'
import type { ConsentParagraph } from './questions.ts'

/** The documents that everybody reads before answering. Their new versions can require re-consent (REQ-CON-19). */
export const reconsentDocumentKinds = ['information', 'preliminary', 'consents'] as const
export type ReconsentDocumentKind = (typeof reconsentDocumentKinds)[number]

/** The documents that a GlobalAdmin edits, with the texts for minors. The choices of a withdrawal are fixed by the product (REQ-CON-18). */
export const editableDocumentKinds = [...reconsentDocumentKinds, 'assent_child', 'assent_adolescent'] as const
export type EditableDocumentKind = (typeof editableDocumentKinds)[number]

/** False for a text for minors: its answers are assent and not consent, so a new version asks nobody again (REQ-GRD-03). */
export const canRequireReconsent = (kind: EditableDocumentKind): kind is ReconsentDocumentKind =>
  reconsentDocumentKinds.some((one) => one === kind)

export type Translated = Readonly<Record<Language, string>>

/** A paragraph of a document in both languages, so that the languages cannot differ in their paragraphs. */
export type DraftParagraph =
  | ({ readonly type: 'title' | 'summary' | 'text' } & Translated)
  | ({ readonly type: 'radio'; readonly field: string; readonly options: readonly Translated[] } & Translated)

type Content = Readonly<Record<Language, readonly ConsentParagraph[]>>

const toParagraph = (paragraph: DraftParagraph, language: Language): ConsentParagraph =>
  paragraph.type === 'radio'
    ? { type: 'radio', text: paragraph[language], options: paragraph.options.map((option) => option[language]), field: paragraph.field }
    : { type: paragraph.type, text: paragraph[language] }

/** Writes a draft as the document of each language, as it is published. */
export const toContent = (paragraphs: readonly DraftParagraph[]): Content => ({
  it: paragraphs.map((paragraph) => toParagraph(paragraph, 'it')),
  en: paragraphs.map((paragraph) => toParagraph(paragraph, 'en')),
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isTranslated = (value: unknown): boolean => isRecord(value) && typeof value['it'] === 'string' && typeof value['en'] === 'string'

const isDraftParagraph = (value: unknown): value is DraftParagraph => {
  if (!isRecord(value) || !isTranslated(value)) return false
  if (value['type'] !== 'radio') return ['title', 'summary', 'text'].includes(String(value['type']))
  return typeof value['field'] === 'string' && Array.isArray(value['options']) && value['options'].every(isTranslated)
}

/** Reads a draft that a browser kept, or undefined for anything else. */
export const parseDraftParagraphs = (stored: unknown): readonly DraftParagraph[] | undefined =>
  Array.isArray(stored) && stored.every(isDraftParagraph) ? stored : undefined

/** Removes the blanks around each text, which nobody sees and which would make a new hash. */
export const trimParagraphs = (paragraphs: readonly DraftParagraph[]): readonly DraftParagraph[] => {
  const trim = ({ it, en }: Translated): Translated => ({ it: it.trim(), en: en.trim() })
  return paragraphs.map((paragraph): DraftParagraph =>
    paragraph.type === 'radio'
      ? { type: 'radio', ...trim(paragraph), field: paragraph.field.trim(), options: paragraph.options.map(trim) }
      : { type: paragraph.type, ...trim(paragraph) },
  )
}

/** Names the differences between two states of a draft. `3` is its third part; `order` means added, removed or moved parts. */
export const listChangedParts = (before: readonly DraftParagraph[], after: readonly DraftParagraph[]): readonly string[] => {
  const kinds = (paragraphs: readonly DraftParagraph[]): string => paragraphs.map(({ type }) => type).join()
  if (kinds(before) !== kinds(after)) return ['order']
  // The database does not keep the order of members, so both states are written in one order.
  const [former, current] = [before, after].map((paragraphs) => trimParagraphs(paragraphs).map((paragraph) => JSON.stringify(paragraph)))
  return current?.flatMap((paragraph, place) => (paragraph === former?.[place] ? [] : [String(place + 1)])) ?? []
}

/** Reads a published version as a draft. Both languages have the same parts in the same order. */
export const toDraftParagraphs = ({ it, en }: Content): readonly DraftParagraph[] =>
  it.map((paragraph, place): DraftParagraph => {
    const other = en[place]
    const texts = { it: paragraph.text, en: other?.text ?? '' }
    if (paragraph.type !== 'radio') return { type: paragraph.type, ...texts }
    const translations = other?.type === 'radio' ? other.options : []
    const options = paragraph.options.map((option, index) => ({ it: option, en: translations[index] ?? '' }))
    return { type: 'radio', ...texts, field: paragraph.field, options }
  })
