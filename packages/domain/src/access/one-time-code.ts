import { codeDigits } from './sign-in-policy.ts'

/**
 * Finds the code in a typed or pasted text: the only run of exactly six digits. `123 456` and `123-456` are one run. No such run, several,
 * or a longer one gives none (REQ-ACC-03).
 */
export const findOneTimeCode = (text: string): string | undefined => {
  const plain = text.normalize('NFKC').trim()
  const [, first, second] = /^(\d{3})[\s\u2010-\u2015-](\d{3})$/.exec(plain) ?? []
  if (first !== undefined && second !== undefined) return `${first}${second}`
  // A date or a time is no code, and its separators join its runs.
  const runs = plain.match(/\d+(?:[./:,-]\d+)*/g) ?? []
  // The last line of an SMS repeats the code.
  const codes = [...new Set(runs.filter((run) => run.length === codeDigits && /^\d+$/.test(run)))]
  const hasLonger = runs.some((run) => /\d{7}/.test(run))
  return codes.length === 1 && !hasLonger ? codes[0] : undefined
}

/**
 * The content of a code field after a change: the code, or the digits of an incomplete one. Undefined for any other text, which fills
 * nothing.
 */
export const readCodeField = (text: string): string | undefined => {
  const code = findOneTimeCode(text)
  if (code !== undefined) return code
  const digits = text.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return /^\d*$/.test(digits) && digits.length < codeDigits ? digits : undefined
}
