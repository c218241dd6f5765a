/** The score of zxcvbn: 0 is guessed immediately, 4 is very hard to guess. */
export const strengths = [0, 1, 2, 3, 4] as const
export type Strength = (typeof strengths)[number]

/** Rates a password against an attacker who knows the words. */
export type RateStrength = (password: string, words: readonly string[]) => Strength

/** Words of the product, which an attacker tries first. */
const productWords = ['myconsent', 'talassemia', 'talassemie', 'thalassemia', 'thalassaemia', 'emoglobinopatie', 'registro', 'registry']

const splitWords = (texts: readonly string[]): string[] => texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))

/** Lists the product's words and the person's own words, such as name, e-mail and centre codes. */
export const listGuessableWords = (ownTexts: readonly string[]): string[] =>
  [...productWords, ...splitWords(ownTexts)].filter((word) => word.length > 2)

const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether a password equals one of the person's own texts, such as the whole e-mail address or the mobile number (REQ-ACC-08). */
export const isOwnText = (password: string, ownTexts: readonly string[]): boolean =>
  ownTexts.some((text) => normalizeText(text) === normalizeText(password))

/**
 * Returns the strength of a password against an attacker who knows the person's own words. The password is rated whole and
 * without these words, because several known words in a row count as strong. The lower strength counts. The rest
 * keeps its letter case, which the estimator counts.
 */
export const estimateStrength = (rate: RateStrength, password: string, ownTexts: readonly string[]): Strength => {
  const typed = password.normalize('NFKC')
  const words = listGuessableWords(ownTexts)
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(new RegExp(word, 'giu'), ''), typed)
  const [whole, without] = [rate(typed, words), rate(rest, words)]
  return whole < without ? whole : without
}
