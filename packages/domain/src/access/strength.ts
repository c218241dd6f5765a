/** How hard a password is to guess: 0 at once, 4 hardly ever (zxcvbn's score, D6). */
export const strengths = [0, 1, 2, 3, 4] as const
export type Strength = (typeof strengths)[number]

/** Judges a password for somebody who knows the words. */
export type Judge = (password: string, words: readonly string[]) => Strength

/** Words that everybody here would try first (security.md 4.2). */
const productWords = ['myconsent', 'talassemia', 'talassemie', 'thalassemia', 'thalassaemia', 'emoglobinopatie', 'registro', 'registry']

const splitWords = (texts: readonly string[]): string[] => texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))

/** The product's words and the person's own: name, e-mail, centre codes. */
export const listGuessableWords = (ownTexts: readonly string[]): string[] =>
  [...productWords, ...splitWords(ownTexts)].filter((word) => word.length > 2)

const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Whether a password is one of the person's own texts as it stands: their whole e-mail address, their mobile number (security.md 4.2). */
export const isOwnText = (password: string, ownTexts: readonly string[]): boolean =>
  ownTexts.some((text) => normalizeText(text) === normalizeText(password))

/**
 * The strength of a password against somebody who knows the person's own words. Those are also taken out before the judgement,
 * since a judge counts several known words in a row as strong. The lower of both holds.
 */
export const estimateStrength = (judge: Judge, password: string, ownTexts: readonly string[]): Strength => {
  const typed = password.normalize('NFKC')
  const words = listGuessableWords(ownTexts)
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), typed.toLowerCase())
  const [whole, without] = [judge(typed, words), judge(rest, words)]
  return whole < without ? whole : without
}
