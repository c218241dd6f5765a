import { diffArrays } from 'diff'
import type { ConsentParagraph } from './questions.ts'

/** A sentence of a document compared with another version. */
export type SentenceChange = { readonly text: string; readonly change: 'same' | 'added' | 'removed' }
/** A part of a document: `type` is that of the paragraph, `option` one option of a question. */
export type PartChange = { readonly type: ConsentParagraph['type'] | 'option'; readonly sentences: readonly SentenceChange[] }

/** Splits a text into sentences. Their concatenation is the text. */
export const splitSentences = (text: string): readonly string[] => text.match(/[^.!?]*(?:[.!?]+["”»)]*\s*|$)/gu)?.filter(Boolean) ?? []

type Part = { readonly type: PartChange['type']; readonly text: string }
type Sentence = { readonly part: number; readonly type: PartChange['type']; readonly text: string; readonly key: string }

const listParts = (paragraphs: readonly ConsentParagraph[]): readonly Part[] =>
  paragraphs.flatMap((paragraph): Part[] => [
    { type: paragraph.type, text: paragraph.text },
    ...(paragraph.type === 'radio' ? paragraph.options.map((text): Part => ({ type: 'option', text })) : []),
  ])

const listSentences = (parts: readonly Part[]): readonly Sentence[] =>
  parts.flatMap(({ type, text }, part) =>
    splitSentences(text).map((sentence) => ({ part, type, text: sentence, key: `${type} ${sentence.trim()}` })),
  )

/** `before` and `after` are the sentence in the versions that have it. */
type Step = { readonly before?: Sentence; readonly after?: Sentence }

/** Limit of changed sentences. Beyond it the whole document counts as replaced, so that none blocks the server. */
const maxChanges = 500

const compareSentences = (before: readonly Sentence[], after: readonly Sentence[]): readonly Step[] => {
  const changes = diffArrays([...before], [...after], { comparator: (left, right) => left.key === right.key, maxEditLength: maxChanges })
  if (!changes) return [...before.map((sentence) => ({ before: sentence })), ...after.map((sentence) => ({ after: sentence }))]
  let read = 0
  return changes.flatMap(({ value, added, removed }) =>
    value.map((sentence): Step => {
      if (added) return { after: sentence }
      const former = before[read]
      read += 1
      return { ...(former && { before: former }), ...(!removed && { after: sentence }) }
    }),
  )
}

const compareParts = (before: readonly Part[], after: readonly Part[]): readonly Step[] =>
  compareSentences(listSentences(before), listSentences(after))

type Group = { type: PartChange['type']; before: number | undefined; after: number | undefined; sentences: SentenceChange[] }

/** A sentence belongs to the part of the new version. A removed one belongs to its previous part or the replacement. */
const belongsTo = (group: Group, { before, after }: Step): boolean => {
  if ((after ?? before)?.type !== group.type) return false
  if (after === undefined) return before?.part === group.before
  if (group.after !== undefined) return after.part === group.after
  return before === undefined || before.part === group.before
}

/** Compares two versions sentence by sentence, in the order of reading (REQ-CON-18). Removed sentences keep their position. */
export const compareDocuments = (before: readonly ConsentParagraph[], after: readonly ConsentParagraph[]): readonly PartChange[] => {
  const groups: Group[] = []
  for (const step of compareParts(listParts(before), listParts(after))) {
    const sentence = step.after ?? step.before
    if (!sentence) continue
    const last = groups.at(-1)
    const change = step.after === undefined ? 'removed' : step.before === undefined ? 'added' : 'same'
    const group = last && belongsTo(last, step) ? last : { type: sentence.type, before: undefined, after: undefined, sentences: [] }
    if (group !== last) groups.push(group)
    group.before ??= step.before?.part
    group.after ??= step.after?.part
    group.sentences.push({ text: sentence.text, change })
  }
  return groups.map(({ type, sentences }) => ({ type, sentences }))
}

/** The changed sentences of a new version: the new ones of each paragraph, and those that are gone. */
export type ChangedSentences = { readonly paragraphs: readonly (readonly SentenceChange[])[]; readonly removed: readonly string[] }

/** Finds the changed sentences of each paragraph of the new version, for the patient who read the previous one (REQ-CON-20). */
export const findChangedSentences = (before: readonly ConsentParagraph[], after: readonly ConsentParagraph[]): ChangedSentences => {
  const parts = listParts(after)
  const steps = compareParts(listParts(before), parts)
  const byPart = Map.groupBy(
    steps.flatMap((step) => (step.after ? [{ ...step.after, change: step.before ? ('same' as const) : ('added' as const) }] : [])),
    ({ part }) => part,
  )
  // The text of a paragraph is its first part; its options follow.
  const places = parts.flatMap(({ type }, place) => (type === 'option' ? [] : [place]))
  return {
    paragraphs: places.map((place) => (byPart.get(place) ?? []).map(({ text, change }) => ({ text, change }))),
    removed: steps.flatMap((step) => (step.before && !step.after ? [step.before.text.trim()] : [])),
  }
}
