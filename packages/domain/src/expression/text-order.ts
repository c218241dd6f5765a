/** Ranks surrogates after all other code units, so that the order is that of code points and of UTF-8 bytes. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Compares texts by code point, like `COLLATE "C"` of Postgres. Returns a negative number, zero or a positive number. */
export const compareDocuments = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Converts each letter to lower case without regard to its context, like `pg_c_utf8` of Postgres. */
export const foldCase = (text: string): readonly string[] =>
  [...text].map((letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0))

/**
 * Whether the text matches the pattern without regard to case. `%` matches any letters, `_` one letter, a backslash itself.
 * It only returns to the last `%`, so that no pattern takes exponential time (REQ-FIL-06).
 */
export const isLike = (text: string, pattern: string): boolean => {
  const [letters, marks] = [foldCase(text), foldCase(pattern)]
  let [index, mark, restartIndex, restartMark] = [0, 0, 0, -1]
  while (index < letters.length) {
    if (marks[mark] === '%') {
      restartMark = mark + 1
      mark = restartMark
      restartIndex = index
    } else if (mark < marks.length && (marks[mark] === '_' || marks[mark] === letters[index])) {
      mark += 1
      index += 1
    } else if (restartMark >= 0) {
      restartIndex += 1
      index = restartIndex
      mark = restartMark
    } else return false
  }
  return marks.slice(mark).every((rest) => rest === '%')
}
