import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common'
import { dictionary as italianDictionary } from '@zxcvbn-ts/language-it'
import { maxPasswordLength } from './password.ts'
import { type Strength, estimateStrength, listGuessableWords } from './strength.ts'

/** The reason why a password is easy to guess. */
export type Weakness = 'common' | 'own' | 'word' | 'keyboard' | 'repeat' | 'sequence' | 'date' | 'short'
export type Estimate = { readonly strength: Strength; readonly weakness: Weakness }

const commonPasswords = 'passwords-common'

/** The English dictionaries would make the longest passwords five times slower. The common passwords contain the usual English words. */
const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...italianDictionary },
  graphs: adjacencyGraphs,
  maxLength: maxPasswordLength,
})

type Match = ZxcvbnResult['sequence'][number]

const findDictionaryWeakness = (name: unknown): Weakness => {
  if (name === 'userInputs') return 'own'
  return name === commonPasswords ? 'common' : 'word'
}

/** Returns what an attacker recognises in one part of a password; undefined for characters without a pattern. */
const findPartWeakness = (match: Match): Weakness | undefined => {
  switch (match.pattern) {
    case 'dictionary':
      return findDictionaryWeakness(match['dictionaryName'])
    case 'wordSequence':
    case 'sequence':
      return 'sequence'
    case 'spatial':
      return 'keyboard'
    case 'repeat':
      return 'repeat'
    case 'regex':
    case 'date':
      return 'date'
    default:
      return undefined
  }
}

/** Returns the reason that covers the most characters, at least a third of them. Any other weak password is too short. */
const findWeakness = ({ password, sequence }: ZxcvbnResult): Weakness => {
  const covered = new Map<Weakness, number>()
  for (const match of sequence) {
    const weakness = findPartWeakness(match)
    if (weakness) covered.set(weakness, (covered.get(weakness) ?? 0) + match.token.length)
  }
  const [most] = [...covered].toSorted(([, a], [, b]) => b - a)
  return most && most[1] * 3 >= password.length ? most[0] : 'short'
}

/**
 * Estimates a password against an attacker who knows the person's own texts, with the reason of its weakness. Server and
 * screens use this function (REQ-ACC-08). Screens import this module lazily: it contains 350 KB of words.
 */
export const estimate = (password: string, ownTexts: readonly string[]): Estimate => {
  const strength = estimateStrength((typed, words) => estimator.check(typed, [...words]).score, password, ownTexts)
  const whole = estimator.check(password.normalize('NFKC'), listGuessableWords(ownTexts))
  // Only the removal of personal words makes the strength lower than that of the whole password.
  return { strength, weakness: strength < whole.score ? 'own' : findWeakness(whole) }
}

const common = new Set<string>(commonDictionary[commonPasswords])

/** Whether the password is a common one. Common passwords are rejected at every strength setting (REQ-ACC-24). */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFKC').toLowerCase())
