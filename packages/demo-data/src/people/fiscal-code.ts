/** A person with a codice fiscale. `cadastral` is the Belfiore code of the place of birth. */
type FiscalPerson = {
  readonly surname: string
  readonly name: string
  readonly birth: string
  readonly sex: 'F' | 'M'
  readonly cadastral: string
}

const monthLetters = 'ABCDEHLMPRST'
const keepLetters = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '')
const keepConsonants = (text: string) => keepLetters(text).replace(/[AEIOU]/g, '')
const keepVowels = (text: string) => keepLetters(text).replace(/[^AEIOU]/g, '')

const surnameCode = (surname: string) => `${keepConsonants(surname)}${keepVowels(surname)}XXX`.slice(0, 3)

const nameCode = (name: string) => {
  const consonants = keepConsonants(name)
  if (consonants.length > 3) return `${consonants.charAt(0)}${consonants.charAt(2)}${consonants.charAt(3)}`
  return `${consonants}${keepVowels(name)}XXX`.slice(0, 3)
}

/** Weights of characters in odd places, first, third and so on (D.M. 23 December 1976, art. 11). Digits weigh as the letters A to J. */
const oddWeights = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const toOrdinal = (character: string) => (character >= 'A' ? character.charCodeAt(0) - 65 : Number(character))

const checkCharacter = (body: string) => {
  let sum = 0
  for (const [place, character] of [...body].entries()) {
    const ordinal = toOrdinal(character)
    sum += place % 2 === 0 ? (oddWeights[ordinal] ?? 0) : ordinal
  }
  return String.fromCharCode(65 + (sum % 26))
}

/** Returns the 16 characters of the Italian tax code, with the check character (D.M. 23 December 1976). */
export const fiscalCode = ({ surname, name, birth, sex, cadastral }: FiscalPerson): string => {
  const day = Number(birth.slice(8, 10)) + (sex === 'F' ? 40 : 0)
  const month = monthLetters.charAt(Number(birth.slice(5, 7)) - 1)
  const body = `${surnameCode(surname)}${nameCode(name)}${birth.slice(2, 4)}${month}${String(day).padStart(2, '0')}${cadastral}`
  return `${body}${checkCharacter(body)}`
}
