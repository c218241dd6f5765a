/** The digits and letters of codes that people type, without I, L, O and U, which are easily misread (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 4

const groupCharacters = (characters: string): string => characters.replaceAll(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-')

/** Builds a code from random bytes, of which each gives one character of five bits. */
export const buildReadableCode = (random: Uint8Array): string =>
  groupCharacters([...random].map((byte) => alphabet[byte % alphabet.length]).join(''))

/** Reads a typed code in any letter case, with or without hyphens and blanks. It accepts letters that look like digits. */
export const parseReadableCode = (typed: string, length: number): string | undefined => {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const isCode = characters.length === length && [...characters].every((character) => alphabet.includes(character))
  return isCode ? groupCharacters(characters) : undefined
}
