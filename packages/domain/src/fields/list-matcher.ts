/** Match of a text with the values of a list: the id of an equal or similar one, or neither. */
type ListMatch = { readonly id: string } | { readonly near: string } | undefined

/** The ids of a list and the labels that a person reads for each. */
export type ListedValues = { readonly ids: ReadonlySet<string>; readonly labels: ReadonlyMap<string, readonly string[]> }

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
const foldMore = (text: string): string => fold(text).replace(/[\s_-]/g, '')

/** Whether one letter is wrong, missing, too much, or swapped with the next one. */
const isOneLetterOff = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  if (rest.length !== otherRest.length) return rest.length > otherRest.length ? rest.slice(1) === otherRest : rest === otherRest.slice(1)
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
  return rest.slice(1) === otherRest.slice(1) || isSwapped
}

/** Shorter codes differ by one letter from other codes of their list. */
const minNearLength = 5
/** A file can have many unknown values. Only this number of different ones is compared with the whole list. */
const maxCompared = 1000

/**
 * Builds the reader of a list value: its id in any letter case, or its label (REQ-IMP-03). A text that fits two values fits none. An unknown
 * one can be near an id or label: equal without blanks, `_` and `-`, or one letter off.
 */
export const buildListMatcher = ({ ids, labels }: ListedValues): ((text: string) => ListMatch) => {
  const folded = new Map<string, string | undefined>()
  const add = (text: string, id: string): void => {
    const key = fold(text)
    folded.set(key, folded.has(key) && folded.get(key) !== id ? undefined : id)
  }
  for (const id of ids) for (const label of labels.get(id) ?? []) add(label, id)
  // An id wins over the label of another value.
  const ownNames = Map.groupBy(ids, fold)
  for (const [key, [id, ...others]] of ownNames) folded.set(key, others.length > 0 ? undefined : id)

  const names = [...folded].flatMap(([name, id]) => (id === undefined ? [] : [{ id, name, letters: foldMore(name) }]))
  const findNear = (text: string): string | undefined => {
    const [typed, typedLetters] = [fold(text), foldMore(text)]
    const equal = names.find(({ letters }) => letters === typedLetters)
    return (equal ?? names.find(({ name }) => name.length >= minNearLength && isOneLetterOff(name, typed)))?.id
  }
  const compared = new Map<string, string | undefined>()
  return (text) => {
    const id = ids.has(text) ? text : folded.get(fold(text))
    if (id !== undefined) return { id }
    if (!compared.has(text) && compared.size < maxCompared) compared.set(text, findNear(text))
    const near = compared.get(text)
    return near === undefined ? undefined : { near }
  }
}
