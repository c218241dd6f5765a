/** Zero-width characters, soft hyphens and byte order marks. */
const invisible = /[\u200B-\u200D\u00AD\u2060\uFEFF]/g

/**
 * Normalises a header name: removes invisible characters, trims blanks and lower-cases A to Z (REQ-IMP-04).
 * Other letters stay: Unicode's lower case would make some look-alikes equal to plain letters.
 */
export const foldName = (name: string): string =>
  name
    .replace(invisible, '')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The fewest characters of a name in which one wrong letter is corrected. Shorter names are too alike. */
const shortestMisspelt = 5

const squash = (name: string): string => foldName(name).replace(/[\s_-]+/g, '')

/** True if one character is wrong, missing, added, or swapped with its neighbour. */
const isOneEditAway = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  if (one.length !== other.length) {
    const [short, long] = one.length < other.length ? [one, other] : [other, one]
    return short.slice(at) === long.slice(at + 1)
  }
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at]
  return one.slice(at + 1) === other.slice(at + 1) || (isSwapped && one.slice(at + 2) === other.slice(at + 2))
}

/** True for a probable misspelling: equal without case, blanks, `_` and `-`, or one letter away (REQ-IMP-04). */
export const isNearName = (name: string, known: string): boolean => {
  const [one, other] = [squash(name), squash(known)]
  return one === other || (other.length >= shortestMisspelt && isOneEditAway(one, other))
}
