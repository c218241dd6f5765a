import type { ErrorCode } from '../error-messages.ts'

/** Letters for the digits 0 to 9 in the codes of people whose code would otherwise be equal. */
const homonymDigits = 'LMNPQRSTUV'
const months = 'ABCDEHLMPRST'
const personal = /^[A-Z]{6}[\dLMNPQRSTUV]{2}[ABCDEHLMPRST][\dLMNPQRSTUV]{2}[A-Z][\dLMNPQRSTUV]{3}[A-Z]$/
/** A provisional code has eleven digits. The last is a check digit. */
const provisional = /^\d{11}$/

/** Weights of the characters in odd places, 0 to 9 and then A to Z (D.M. 23 December 1976, art. 11). */
const oddDigits = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const oddLetters = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const toOrdinal = (letter: string): number => letter.charCodeAt(0) - 'A'.charCodeAt(0)

const weight = (character: string, index: number): number => {
  const place = isDigit(character) ? Number(character) : toOrdinal(character)
  if (index % 2 === 1) return place
  return (isDigit(character) ? oddDigits[place] : oddLetters[place]) ?? 0
}

const checkCharacter = (code: string): string => {
  const weights = Array.from({ length: 15 }, (_, index) => weight(code.charAt(index), index))
  const sum = weights.reduce((total, weighed) => total + weighed, 0)
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** Doubles a digit and adds the digits of the result. */
const doubleDigit = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)

/** Whether the weighted sum of the digits is a multiple of ten, as in VAT numbers (D.M. 23 December 1976). */
const hasCheckDigit = (code: string): boolean =>
  [...code].reduce((sum, digit, index) => sum + (index % 2 === 1 ? doubleDigit(Number(digit)) : Number(digit)), 0) % 10 === 0

/** Returns an error for an Italian tax code with a wrong form or check character (RULE-35). Letters must be upper case. */
export const findLegalIdError = (code: string): ErrorCode | undefined => {
  if (provisional.test(code)) return hasCheckDigit(code) ? undefined : 'legal_id_wrong'
  return personal.test(code) && checkCharacter(code) === code[15] ? undefined : 'legal_id_wrong'
}

const readDigits = (text: string): number =>
  Number([...text].map((character) => (isDigit(character) ? character : homonymDigits.indexOf(character))).join(''))

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')

/** Whether the code contains another birth date or sex (RULE-35). The century is not compared, and the sex `U` agrees with every code. */
export const isLegalIdInconsistent = (code: string, dob: string | null, sex: string | null): boolean => {
  if (!personal.test(code)) return false
  const day = readDigits(code.slice(9, 11))
  const born = `${padTwoDigits(readDigits(code.slice(6, 8)))}-${padTwoDigits(months.indexOf(code.charAt(8)) + 1)}-${padTwoDigits(day % 40)}`
  const otherBirth = dob !== null && dob.slice(2) !== born
  const otherSex = (sex === 'M' && day > 40) || (sex === 'F' && day < 40)
  return otherBirth || otherSex
}
