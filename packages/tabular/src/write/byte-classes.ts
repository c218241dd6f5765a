/** What bytes of UTF-8 may mean to a format; a text's classes are those of its bytes together. */
export const byteClass = {
  /** Below a space: what COPY writes with a backslash never comes, the others are special everywhere. */
  control: 1,
  quote: 2,
  backslash: 4,
  /** `&`, `<` and `>`. */
  markup: 8,
  /** Begins the characters that XML cannot hold, among others. */
  last: 16,
  /** The letter x, which a workbook's own writing of control characters has. */
  x: 32,
  /** A space or part of a character beyond ASCII, which may be a blank: special at the ends of a workbook's text. */
  blank: 64,
  /** Anything but digits, point and minus. */
  wordy: 128,
  comma: 256,
  /** What a formula begins with, and the guard against it: special at the beginning of a text in CSV. */
  formula: 512,
  /** Where a spreadsheet set to another separator splits a text of CSV. */
  semicolon: 1024,
} as const

const classesOf = (byte: number): number => {
  const character = String.fromCharCode(byte)
  const is = (pattern: RegExp, name: keyof typeof byteClass): number => (pattern.test(character) ? byteClass[name] : 0)
  return (
    is(/[\0-\x1f]/, 'control') |
    is(/"/, 'quote') |
    is(/\\/, 'backslash') |
    is(/[&<>]/, 'markup') |
    is(/\xef/, 'last') |
    is(/x/, 'x') |
    is(/[ \x80-\xff]/, 'blank') |
    is(/[^0-9.-]/, 'wordy') |
    is(/,/, 'comma') |
    is(/[=+@'-]/, 'formula') |
    is(/;/, 'semicolon')
  )
}

/** The classes of each byte. */
export const byteClasses: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => classesOf(byte))
