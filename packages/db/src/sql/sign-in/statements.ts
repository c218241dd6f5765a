import { createOwnerFunction, formatSignature, type OwnerFunction } from '../owner-function.ts'
import type { Statement } from '../text.ts'
import { accountFunctions, buildAccountJson } from './accounts.ts'
import { codeFunctions } from './codes.ts'
import { endedFunctions } from './ended.ts'
import { linkFunctions } from './links.ts'
import { passwordFunctions } from './passwords.ts'
import { returnRequestFunctions } from './return-requests.ts'
import { secondFactorFunctions } from './second-factor.ts'
import { signInSessionFunctions } from './sessions.ts'

const functions: readonly OwnerFunction[] = [
  ...accountFunctions,
  ...passwordFunctions,
  ...signInSessionFunctions,
  ...codeFunctions,
  ...linkFunctions,
  ...returnRequestFunctions,
  ...secondFactorFunctions,
  ...endedFunctions,
]

/**
 * All that the server can do with accounts, passwords, sessions, codes and links: each function answers for one name, one session, one
 * link or one code, so that a hole in the server does not read them all (THREAT-44).
 */
export const signInStatements: readonly Statement[] = [buildAccountJson, ...functions.map(createOwnerFunction)]
export const signInSignatures: readonly string[] = functions.map(formatSignature)
