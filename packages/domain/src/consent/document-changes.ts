import { diffArrays, diffWordsWithSpace } from 'diff'
import type { ConsentParagraph } from './questions.ts'

/** A sentence of a document, or a part of it, compared with another version. */
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

const joinTexts = (sentences: readonly SentenceChange[], change: SentenceChange['change']): string =>
  sentences.flatMap((sentence) => (sentence.change === change ? [sentence.text] : [])).join('')

const countLetters = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length

/** Compares replaced sentences word by word. Sentences that share at most half of their text stay whole, because few words alone are unreadable. */
const compareWords = (replaced: readonly SentenceChange[]): readonly SentenceChange[] => {
  const [before, after] = [joinTexts(replaced, 'removed'), joinTexts(replaced, 'added')]
  if (before === '' || after === '') return replaced
  const words = diffWordsWithSpace(before, after, { maxEditLength: maxChanges })?.map(({ value, added, removed }): SentenceChange => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
  const areUnlike = !words || countLetters(joinTexts(words, 'same')) * 2 <= Math.max(countLetters(before), countLetters(after))
  return areUnlike ? replaced : words
}

/** Compares each run of replaced sentences word by word. */
const refine = (sentences: readonly SentenceChange[]): readonly SentenceChange[] => {
  const start = sentences.findIndex(({ change }) => change !== 'same')
  if (start === -1) return sentences
  const length = sentences.slice(start).findIndex(({ change }) => change === 'same')
  const end = length === -1 ? sentences.length : start + length
  return [...sentences.slice(0, start), ...compareWords(sentences.slice(start, end)), ...refine(sentences.slice(end))]
}

/**
 * Compares two versions sentence by sentence, and replaced sentences word by word, in the order of reading (REQ-CON-18). What was removed
 * keeps its position.
 */
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
  return groups.map(({ type, sentences }) => ({ type, sentences: refine(sentences) }))
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
