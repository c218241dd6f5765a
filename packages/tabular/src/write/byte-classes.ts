/** Properties of UTF-8 bytes that matter to a format. The classes of a text are the union of those of its bytes. */
export const byteClass = {
  /** Control characters. COPY escapes tab, line feed and the like; the others are special in every format. */
  control: 1,
  quote: 2,
  backslash: 4,
  /** `&`, `<` and `>`. */
  markup: 8,
  /** The first byte of U+F000 to U+FFFF, some of which XML cannot hold. */
  xmlUnsafe: 16,
  /** The letter x, part of escapes such as `_x000D_` in a workbook. */
  x: 32,
  /** A space, or a byte of a non-ASCII character, which could be a blank. Workbooks treat blanks at both ends of a text specially. */
  blank: 64,
  /** Any byte except digits, point and minus. */
  nonNumeric: 128,
  comma: 256,
  /** The first characters of formulas, and the guard `'`: special at the start of a text in CSV. */
  formula: 512,
  /** A spreadsheet with another separator splits CSV text here. */
  semicolon: 1024,
} as const

const classifyByte = (byte: number): number => {
  const character = String.fromCharCode(byte)
  const is = (pattern: RegExp, name: keyof typeof byteClass): number => (pattern.test(character) ? byteClass[name] : 0)
  return (
    is(/[\0-\x1f]/, 'control') |
    is(/"/, 'quote') |
    is(/\\/, 'backslash') |
    is(/[&<>]/, 'markup') |
    is(/\xef/, 'xmlUnsafe') |
    is(/x/, 'x') |
    is(/[ \x80-\xff]/, 'blank') |
    is(/[^0-9.-]/, 'nonNumeric') |
    is(/,/, 'comma') |
    is(/[=+@'-]/, 'formula') |
    is(/;/, 'semicolon')
  )
}

/** The classes of each byte value. */
export const byteClasses: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => classifyByte(byte))
