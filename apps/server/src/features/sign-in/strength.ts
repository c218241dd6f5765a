import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { maxPasswordLength } from '@registry/domain/access/password'
import { estimateStrength } from '@registry/domain/access/strength'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxPasswordLength })

/** Estimates the strength of a password, 0 to 4, against an attacker who knows the personal words. The longest passwords take 0.1 s. */
export const measureStrength = (password: string, ownWords: readonly string[]): number =>
  estimateStrength((typed, words) => estimator.check(typed, [...words]).score, password, ownWords)

const common = new Set<string>(dictionary['passwords-common'])

/** Whether the password is a common one. Common passwords are refused at every strength setting (REQ-ACC-24). */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFKC').toLowerCase())
