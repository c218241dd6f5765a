/** A sign that begins a formula in some spreadsheet, the full-width forms included. */
const sign = '[=+\\-@＝＋－＠]'
/** Blanks that a spreadsheet may trim before it looks for a formula. Tab and line breaks are not among them: they end a cell. */
const blanks = '[^\\S\\t\\r\\n]*'
const formula = `'*${blanks}${sign}`

/** Spreadsheets set to another separator split a quoted cell at these characters, so that what follows begins a cell of its own. */
const splitting = '[;\\t\\r\\n]'

const needsGuard = new RegExp(`^'*[\\t\\r\\n]|^${formula}|${splitting}${formula}`)
const isGuarded = new RegExp(`^'+[\\t\\r\\n]|^'${formula}|^'[^]*${splitting}'${formula}`)
const unguardedSplits = new RegExp(`(${splitting})(?=${formula})`, 'g')
const guardedSplits = new RegExp(`(${splitting})'(?=${formula})`, 'g')

/**
 * Text with a leading `'` where a spreadsheet could run it as a formula, and another one at each place where it could be split (D4, THREAT-27).
 * Text that already looks guarded gets one more, so that `withoutFormulaGuard` gives back exactly what was written.
 */
export const withFormulaGuard = (text: string): string => (needsGuard.test(text) ? `'${text.replace(unguardedSplits, "$1'")}` : text)

/** Text as it was before `withFormulaGuard`. */
export const withoutFormulaGuard = (text: string): string =>
  text.charCodeAt(0) === 39 && isGuarded.test(text) ? text.slice(1).replace(guardedSplits, '$1') : text
