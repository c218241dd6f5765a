import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { passwordMax } from '@registry/domain/access/password'

/** Words that everybody here would try first (security.md 4.2). */
const productWords = ['myconsent', 'talassemia', 'thalassemia', 'thalassaemia', 'emoglobinopatie', 'registro', 'registry']

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: passwordMax })

/**
 * How hard a password is to guess, 0 to 4, for somebody who knows the person's own words: name, e-mail, centre codes.
 * Those words are taken out before the estimate, since the estimator counts several known words in a row as strong.
 * Takes up to 0.1 s for the longest passwords.
 */
export const strengthOf = (password: string, ownWords: readonly string[]): number => {
  const words = [...productWords, ...ownWords.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(
    (word) => word.length > 2,
  )
  const rest = words.toSorted((a, b) => b.length - a.length).reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return Math.min(estimator.check(password, words).score, estimator.check(rest, words).score)
}
