/** The characters of one septet in an SMS (3GPP TS 23.038), without the escape character. */
export const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** The characters of two septets. */
export const gsmExtended = '^{}\\[~]|€\f'

/** Characters outside the alphabet, and a text inside it that reads the same. A grave accent on a capital becomes an apostrophe, as on Italian keyboards. */
const replacements: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‛': "'",
  '′': "'",
  ʼ: "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '·': '.',
  '\t': ' ',
  '\u00A0': ' ',
  '\u2007': ' ',
  '\u2009': ' ',
  '\u202F': ' ',
  '\u00AD': '',
  '\u200B': '',
  '\u200C': '',
  '\u200D': '',
  '\u2060': '',
  '\uFEFF': '',
  À: "A'",
  È: "E'",
  Ì: "I'",
  Ò: "O'",
  Ù: "U'",
  Œ: 'OE',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
}

const isGsm = (character: string): boolean => gsmBasic.includes(character) || gsmExtended.includes(character)

/** Latin letters with marks that the alphabet has without their marks. */
const listMarkedLetters = (): readonly (readonly [string, string])[] =>
  [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ].flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).flatMap((letter) => {
      const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
      return !isGsm(letter) && replacements[letter] === undefined && plain.length === 1 && isGsm(plain) ? [[letter, plain] as const] : []
    }),
  )

/** The replacement of each character that an SMS text must not have. The database converts texts by the same table. */
export const gsmReplacements: ReadonlyMap<string, string> = new Map([...Object.entries(replacements), ...listMarkedLetters()])

/** Converts a text to the alphabet of SMS where possible. One other character more than halves the length of each part. */
export const formatGsmText = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) => gsmReplacements.get(character) ?? character).join('')

/** Returns the number of billed parts: 160 characters fit one, 153 each of several. With a character outside the alphabet these are 70 and 67. */
export const countSmsParts = (text: string): number => {
  const characters = Array.from(formatGsmText(text))
  const countParts = (length: number, one: number, several: number): number => (length <= one ? 1 : Math.ceil(length / several))
  if (!characters.every(isGsm)) return countParts(formatGsmText(text).length, 70, 67)
  return countParts(characters.length + characters.filter((character) => gsmExtended.includes(character)).length, 160, 153)
}
