import type { Language } from '../language.ts'
import type { ConsentPoint } from './points.ts'

/** The documents that a GlobalAdmin edits. The choices of a withdrawal are fixed by the product (REQ-CON-18). */
export const editableDocumentKinds = ['information', 'preliminary', 'consents'] as const
export type EditableDocumentKind = (typeof editableDocumentKinds)[number]

export type Translated = Readonly<Record<Language, string>>

/** A part of a document in both languages, so that the languages cannot differ in their parts. */
export type DraftPoint =
  | ({ readonly type: 'title' | 'summary' | 'text' } & Translated)
  | ({ readonly type: 'radio'; readonly field: string; readonly options: readonly Translated[] } & Translated)

type Content = Readonly<Record<Language, readonly ConsentPoint[]>>

const toPoint = (point: DraftPoint, language: Language): ConsentPoint =>
  point.type === 'radio'
    ? { type: 'radio', text: point[language], options: point.options.map((option) => option[language]), field: point.field }
    : { type: point.type, text: point[language] }

/** Writes a draft as the document of each language, as it is published. */
export const toContent = (points: readonly DraftPoint[]): Content => ({
  it: points.map((point) => toPoint(point, 'it')),
  en: points.map((point) => toPoint(point, 'en')),
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isTranslated = (value: unknown): boolean => isRecord(value) && typeof value['it'] === 'string' && typeof value['en'] === 'string'

const isDraftPoint = (value: unknown): value is DraftPoint => {
  if (!isRecord(value) || !isTranslated(value)) return false
  if (value['type'] !== 'radio') return ['title', 'summary', 'text'].includes(String(value['type']))
  return typeof value['field'] === 'string' && Array.isArray(value['options']) && value['options'].every(isTranslated)
}

/** Reads a draft that a browser kept, or undefined for anything else. */
export const parseDraftPoints = (stored: unknown): readonly DraftPoint[] | undefined =>
  Array.isArray(stored) && stored.every(isDraftPoint) ? stored : undefined

/** Removes the blanks around each text, which nobody sees and which would make a new hash. */
export const trimPoints = (points: readonly DraftPoint[]): readonly DraftPoint[] => {
  const trim = ({ it, en }: Translated): Translated => ({ it: it.trim(), en: en.trim() })
  return points.map((point): DraftPoint =>
    point.type === 'radio'
      ? { type: 'radio', ...trim(point), field: point.field.trim(), options: point.options.map(trim) }
      : { type: point.type, ...trim(point) },
  )
}

/** Names the differences between two states of a draft. `3` is its third part; `order` means added, removed or moved parts. */
export const listChangedParts = (before: readonly DraftPoint[], after: readonly DraftPoint[]): readonly string[] => {
  const kinds = (points: readonly DraftPoint[]): string => points.map(({ type }) => type).join()
  if (kinds(before) !== kinds(after)) return ['order']
  // The database does not keep the order of members, so both states are written in one order.
  const [former, current] = [before, after].map((points) => trimPoints(points).map((point) => JSON.stringify(point)))
  return current?.flatMap((point, place) => (point === former?.[place] ? [] : [String(place + 1)])) ?? []
}

/** Reads a published version as a draft. Both languages have the same parts in the same order. */
export const toDraftPoints = ({ it, en }: Content): readonly DraftPoint[] =>
  it.map((point, place): DraftPoint => {
    const other = en[place]
    const texts = { it: point.text, en: other?.text ?? '' }
    if (point.type !== 'radio') return { type: point.type, ...texts }
    const translations = other?.type === 'radio' ? other.options : []
    const options = point.options.map((option, index) => ({ it: option, en: translations[index] ?? '' }))
    return { type: 'radio', ...texts, field: point.field, options }
  })
