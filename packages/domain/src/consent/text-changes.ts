import type { ConsentPoint } from './points.ts'

/** A sentence of a text compared with another version. */
export type SentenceChange = { readonly text: string; readonly change: 'same' | 'added' | 'removed' }
/** A part of a text: `type` is that of the point, `option` one option of a question. */
export type PartChange = { readonly type: ConsentPoint['type'] | 'option'; readonly sentences: readonly SentenceChange[] }

/** Splits a text into sentences. Their concatenation is the text. */
export const splitSentences = (text: string): readonly string[] => text.match(/[^.!?]*(?:[.!?]+["”»)]*\s*|$)/gu)?.filter(Boolean) ?? []

type Part = { readonly type: PartChange['type']; readonly text: string }
type Sentence = { readonly part: number; readonly type: PartChange['type']; readonly text: string; readonly key: string }

const listParts = (points: readonly ConsentPoint[]): readonly Part[] =>
  points.flatMap((point): Part[] => [
    { type: point.type, text: point.text },
    ...(point.type === 'radio' ? point.options.map((text): Part => ({ type: 'option', text })) : []),
  ])

const listSentences = (parts: readonly Part[]): readonly Sentence[] =>
  parts.flatMap(({ type, text }, part) =>
    splitSentences(text).map((sentence) => ({ part, type, text: sentence, key: `${type} ${sentence.trim()}` })),
  )

/** Beyond this size the middle of a text counts as replaced, so that no text blocks the server. */
const maxCells = 4_000_000

/** Returns the lengths of the longest common subsequences of the ends of two lists, by rows. */
const measureCommonEnds = (before: readonly Sentence[], after: readonly Sentence[]): readonly Uint16Array[] => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const [row, next] = [rows[i], rows[i + 1]]
    if (!row || !next) continue
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i]?.key === after[j]?.key ? 1 + (next[j + 1] ?? 0) : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
  }
  return rows
}

/** `before` and `after` are the sentence in the versions that have it. */
type Step = { readonly before?: Sentence; readonly after?: Sentence }

const asRemoved = (sentences: readonly Sentence[]): Step[] => sentences.map((before) => ({ before }))
const asAdded = (sentences: readonly Sentence[]): Step[] => sentences.map((after) => ({ after }))

const compareMiddle = (before: readonly Sentence[], after: readonly Sentence[]): readonly Step[] => {
  if (before.length * after.length > maxCells) return [...asRemoved(before), ...asAdded(after)]
  const common = measureCommonEnds(before, after)
  const steps: Step[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old && fresh && old.key === fresh.key) {
      steps.push({ before: old, after: fresh })
      i += 1
      j += 1
    } else if (old && (!fresh || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      steps.push({ before: old })
      i += 1
    } else if (fresh) {
      steps.push({ after: fresh })
      j += 1
    }
  }
  return steps
}

const countCommonStart = (before: readonly Sentence[], after: readonly Sentence[]): number => {
  const different = after.findIndex(({ key }, place) => before[place]?.key !== key)
  return different === -1 ? Math.min(before.length, after.length) : different
}

const asSame = (before: readonly Sentence[], after: readonly Sentence[]): Step[] =>
  after.flatMap((sentence, place) => {
    const old = before[place]
    return old ? [{ before: old, after: sentence }] : []
  })

const compareSentences = (before: readonly Sentence[], after: readonly Sentence[]): readonly Step[] => {
  const start = countCommonStart(before, after)
  const [oldRest, newRest] = [before.slice(start), after.slice(start)]
  const end = countCommonStart(oldRest.toReversed(), newRest.toReversed())
  const [oldEnd, newEnd] = [oldRest.length - end, newRest.length - end]
  return [
    ...asSame(before.slice(0, start), after),
    ...compareMiddle(oldRest.slice(0, oldEnd), newRest.slice(0, newEnd)),
    ...asSame(oldRest.slice(oldEnd), newRest.slice(newEnd)),
  ]
}

const compareParts = (before: readonly Part[], after: readonly Part[]): readonly Step[] =>
  compareSentences(listSentences(before), listSentences(after))

type Group = { type: PartChange['type']; before: number | undefined; after: number | undefined; sentences: SentenceChange[] }

/** A sentence belongs to the part of the new version; a removed one to its former part, or to the one that replaces it. */
const belongsTo = (group: Group, { before, after }: Step): boolean => {
  if ((after ?? before)?.type !== group.type) return false
  if (after === undefined) return before?.part === group.before
  if (group.after !== undefined) return after.part === group.after
  return before === undefined || before.part === group.before
}

/** Compares two versions sentence by sentence, in the order of reading (REQ-CON-18). Removed sentences stand where they stood. */
export const compareTexts = (before: readonly ConsentPoint[], after: readonly ConsentPoint[]): readonly PartChange[] => {
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

/** The changed sentences of a new version: those of each point that the former one did not have, and those that are gone. */
export type ChangedSentences = { readonly points: readonly (readonly SentenceChange[])[]; readonly removed: readonly string[] }

/** Finds the changed sentences of each point of the new version, for the patient who read the former one (REQ-CON-20). */
export const findChangedSentences = (before: readonly ConsentPoint[], after: readonly ConsentPoint[]): ChangedSentences => {
  const parts = listParts(after)
  const steps = compareParts(listParts(before), parts)
  const byPart = Map.groupBy(
    steps.flatMap((step) => (step.after ? [{ ...step.after, change: step.before ? ('same' as const) : ('added' as const) }] : [])),
    ({ part }) => part,
  )
  // The text of a point is its first part; its options follow.
  const places = parts.flatMap(({ type }, place) => (type === 'option' ? [] : [place]))
  return {
    points: places.map((place) => (byPart.get(place) ?? []).map(({ text, change }) => ({ text, change }))),
    removed: steps.flatMap((step) => (step.before && !step.after ? [step.before.text.trim()] : [])),
  }
}
