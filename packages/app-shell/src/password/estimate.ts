import { maxPasswordLength } from '@registry/domain/access/password'
import { type Strength, estimateStrength } from '@registry/domain/access/strength'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** The reason why a password is easy to guess. */
export type Weakness = 'common' | 'own' | 'word' | 'keyboard' | 'repeat' | 'sequence' | 'date' | 'short'
export type Estimate = { readonly strength: Strength; readonly weakness: Weakness }

/** The reasons of the estimator. Any other weak password is too short. */
const weaknesses: Readonly<Record<string, Weakness>> = {
  straightRow: 'keyboard',
  keyPattern: 'keyboard',
  simpleRepeat: 'repeat',
  extendedRepeat: 'repeat',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'word',
  namesByThemselves: 'word',
  commonNames: 'word',
  userInputs: 'own',
}

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxPasswordLength })

/**
 * Estimates a password with the function of the server, which may know more personal words and decides. Import this module
 * lazily: it contains 200 KB of common passwords.
 */
export const estimate = (password: string, ownTexts: readonly string[]): Estimate => {
  const strength = estimateStrength((typed, words) => estimator.check(typed, [...words]).score, password, ownTexts)
  const { score, feedback } = estimator.check(password.normalize('NFKC'))
  return { strength, weakness: strength < score ? 'own' : (weaknesses[feedback.warning ?? ''] ?? 'short') }
}
