/** The digits and letters of a receipt's code, without I, L, O and U, which are easily misread (Crockford's Base32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groupLength = 4
/** Each character carries five bits, so a code carries 140 (REQ-CON-16). */
export const receiptCodeLength = 28

/** Builds the code of a receipt from random bytes, of which each gives one character. */
export const buildReceiptCode = (random: Uint8Array): string =>
  formatReceiptCode([...random.subarray(0, receiptCodeLength)].map((byte) => alphabet[byte % alphabet.length]).join(''))

const formatReceiptCode = (characters: string): string => characters.replaceAll(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-')

/** Reads a typed code in any letter case, with or without hyphens and blanks. It accepts letters that look like digits. */
export const parseReceiptCode = (typed: string): string | undefined => {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const isCode = characters.length === receiptCodeLength && [...characters].every((character) => alphabet.includes(character))
  return isCode ? formatReceiptCode(characters) : undefined
}
