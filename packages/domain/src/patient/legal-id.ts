import type { ErrorCode } from '../error-messages.ts'

/** Letters that stand for the digits 0 to 9 in codes changed to tell homonyms apart. */
const homonymDigits = 'LMNPQRSTUV'
const months = 'ABCDEHLMPRST'
const personal = /^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/
/** Codes given before the final one are eleven digits, the last of which is a check digit. */
const provisional = /^\d{11}$/

/** Weights of the characters in odd places, 0 to 9 and then A to Z (D.M. 23 December 1976, art. 11). */
const oddDigits = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const oddLetters = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const placeOf = (letter: string): number => letter.charCodeAt(0) - 'A'.charCodeAt(0)

const weight = (character: string, index: number): number => {
  const place = isDigit(character) ? Number(character) : placeOf(character)
  if (index % 2 === 1) return place
  return (isDigit(character) ? oddDigits[place] : oddLetters[place]) ?? 0
}

const checkCharacter = (code: string): string => {
  const weights = Array.from({ length: 15 }, (_, index) => weight(code.charAt(index), index))
  const sum = weights.reduce((total, weighed) => total + weighed, 0)
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** The value of a digit in an even place: doubled, and the digits of the result added. */
const doubled = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)

/** The last digit makes the sum a multiple of ten, as in VAT numbers (D.M. 23 December 1976). */
const hasCheckDigit = (code: string): boolean =>
  [...code].reduce((sum, digit, index) => sum + (index % 2 === 1 ? doubled(Number(digit)) : Number(digit)), 0) % 10 === 0

/** RULE-35, the part that refuses: an Italian tax code in upper case must have its form and its check character or digit. */
export const findLegalIdError = (code: string): ErrorCode | undefined => {
  if (provisional.test(code)) return hasCheckDigit(code) ? undefined : 'legal_id_wrong'
  return personal.test(code) && checkCharacter(code) === code[15] ? undefined : 'legal_id_wrong'
}

const digitsOf = (text: string): number =>
  Number([...text].map((character) => (isDigit(character) ? character : homonymDigits.indexOf(character))).join(''))

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** RULE-35, the part that warns: true when the code tells another birth date (its century aside) or another sex. `U` is no sex to differ from. */
export const legalIdDisagrees = (code: string, dob: string | null, sex: string | null): boolean => {
  if (!personal.test(code)) return false
  const day = digitsOf(code.slice(9, 11))
  const born = `${twoDigits(digitsOf(code.slice(6, 8)))}-${twoDigits(months.indexOf(code.charAt(8)) + 1)}-${twoDigits(day % 40)}`
  const otherBirth = dob !== null && dob.slice(2) !== born
  const otherSex = (sex === 'M' && day > 40) || (sex === 'F' && day < 40)
  return otherBirth || otherSex
}
