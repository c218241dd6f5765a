/** Characters beyond the basic plane come after all others, as their bytes in UTF-8 do; their halves alone would come before some. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Orders texts by code point, as Postgres does with `COLLATE "C"`; negative, zero or positive. */
export const compareTexts = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Lower case letter by letter, whatever stands around, as Postgres's `pg_c_utf8` does. */
const foldCase = (text: string): readonly string[] =>
  [...text].map((letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0))

/**
 * True when the text is like the pattern, letter case aside: `%` stands for any letters, `_` for one, a backslash for itself.
 * Walks both once, returning to the last `%` when a letter does not fit, so that no pattern takes long.
 */
export const isLike = (text: string, pattern: string): boolean => {
  const [letters, marks] = [foldCase(text), foldCase(pattern)]
  let [at, mark, restartAt, restartMark] = [0, 0, 0, -1]
  while (at < letters.length) {
    if (marks[mark] === '%') {
      restartMark = mark + 1
      mark = restartMark
      restartAt = at
    } else if (mark < marks.length && (marks[mark] === '_' || marks[mark] === letters[at])) {
      mark += 1
      at += 1
    } else if (restartMark >= 0) {
      restartAt += 1
      at = restartAt
      mark = restartMark
    } else return false
  }
  return marks.slice(mark).every((rest) => rest === '%')
}
