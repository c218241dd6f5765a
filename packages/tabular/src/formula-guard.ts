/** Characters that begin a formula in a spreadsheet, with their full-width forms. */
const sign = '[=+\\-@＝＋－＠]'
/** Blanks that a spreadsheet can trim before a formula. Tab and line breaks are not included: they end a cell. */
const blanks = '[^\\S\\t\\r\\n]*'
const formula = `'*${blanks}${sign}`

/** Delimiter of CSV cells. */
export const separators = { comma: ',', semicolon: ';' } as const
type Separator = (typeof separators)[keyof typeof separators]

/** `splitting` are the characters at which a spreadsheet with the other separator splits quoted cells. The rest becomes a new cell. */
const buildPatterns = (splitting: string) => ({
  needsGuard: new RegExp(`^'*[\\t\\r\\n]|^${formula}|${splitting}${formula}`),
  isGuarded: new RegExp(`^'+[\\t\\r\\n]|^'${formula}|^'[^]*${splitting}'${formula}`),
  unguardedSplits: new RegExp(`(${splitting})(?=${formula})`, 'g'),
  guardedSplits: new RegExp(`(${splitting})'(?=${formula})`, 'g'),
})

const patterns = { ',': buildPatterns('[;\\t\\r\\n]'), ';': buildPatterns('[,\\t\\r\\n]') }

/**
 * Adds a leading `'` to text that a spreadsheet could run as a formula, and one at each possible split (REQ-EXP-02, THREAT-27).
 * Text that already looks guarded gets one more, so `removeFormulaGuard` returns exactly the original.
 */
export const addFormulaGuard = (text: string, separator: Separator = ','): string => {
  const { needsGuard, unguardedSplits } = patterns[separator]
  return needsGuard.test(text) ? `'${text.replace(unguardedSplits, "$1'")}` : text
}

/** Reverses `addFormulaGuard`. */
export const removeFormulaGuard = (text: string, separator: Separator = ','): string => {
  const { isGuarded, guardedSplits } = patterns[separator]
  return text.charCodeAt(0) === 39 && isGuarded.test(text) ? text.slice(1).replace(guardedSplits, '$1') : text
}
