import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { passwordMax } from '@registry/domain/access/password'
import { estimateStrength } from '@registry/domain/access/strength'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: passwordMax })

/**
 * How hard a password is to guess, 0 to 4, for somebody who knows the person's own words: name, e-mail, centre codes.
 * Takes up to 0.1 s for the longest passwords.
 */
export const measureStrength = (password: string, ownWords: readonly string[]): number =>
  estimateStrength((typed, words) => estimator.check(typed, [...words]).score, password, ownWords)

const common = new Set<string>(dictionary['passwords-common'])

/** Whether a password is one of the tens of thousands that are tried first, whatever strength the configuration asks (security.md 4.2). */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFKC').toLowerCase())
