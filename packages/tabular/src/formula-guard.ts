/** Characters that begin a formula in a spreadsheet, with their full-width forms. */
const sign = '[=+\\-@＝＋－＠]'
/** Blanks that a spreadsheet can trim before a formula. Tab and line breaks are not included: they end a cell. */
const blanks = '[^\\S\\t\\r\\n]*'
const formula = `'*${blanks}${sign}`

/** Spreadsheets with another separator split quoted cells at these characters; the rest becomes a new cell. */
const splitting = '[;\\t\\r\\n]'

const needsGuard = new RegExp(`^'*[\\t\\r\\n]|^${formula}|${splitting}${formula}`)
const isGuarded = new RegExp(`^'+[\\t\\r\\n]|^'${formula}|^'[^]*${splitting}'${formula}`)
const unguardedSplits = new RegExp(`(${splitting})(?=${formula})`, 'g')
const guardedSplits = new RegExp(`(${splitting})'(?=${formula})`, 'g')

/**
 * Adds a leading `'` to text that a spreadsheet could run as a formula, and one at each possible split (REQ-EXP-02, THREAT-27).
 * Text that already looks guarded gets one more, so `removeFormulaGuard` returns exactly the original.
 */
export const addFormulaGuard = (text: string): string => (needsGuard.test(text) ? `'${text.replace(unguardedSplits, "$1'")}` : text)

/** Reverses `addFormulaGuard`. */
export const removeFormulaGuard = (text: string): string =>
  text.charCodeAt(0) === 39 && isGuarded.test(text) ? text.slice(1).replace(guardedSplits, '$1') : text
