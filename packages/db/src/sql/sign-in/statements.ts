import { createOwnerFunction, formatSignature, type OwnerFunction } from '../owner-function.ts'
import type { Statement } from '../text.ts'
import { accountFunctions, buildAccountJson } from './accounts.ts'
import { codeFunctions } from './codes.ts'
import { contactChangeFunctions } from './contact-changes.ts'
import { contactCorrectionFunctions } from './contact-corrections.ts'
import { endedFunctions } from './ended.ts'
import { linkFunctions } from './links.ts'
import { passwordFunctions } from './passwords.ts'
import { reregistrationRequestFunctions } from './reregistration-requests.ts'
import { secondFactorFunctions } from './second-factor.ts'
import { signInSessionFunctions } from './sessions.ts'

const functions: readonly OwnerFunction[] = [
  ...accountFunctions,
  ...passwordFunctions,
  ...signInSessionFunctions,
  ...codeFunctions,
  ...contactChangeFunctions,
  ...contactCorrectionFunctions,
  ...linkFunctions,
  ...reregistrationRequestFunctions,
  ...secondFactorFunctions,
  ...endedFunctions,
]

/**
 * All rights of the server on accounts, passwords, sessions, codes and links. Each function serves one name, session, link or code, so a
 * compromised server cannot read them all (THREAT-44).
 */
export const signInStatements: readonly Statement[] = [
  // An earlier version returned a boolean.
  'DROP FUNCTION IF EXISTS create_one_time_code(integer, text, bytea, bytea, bytea, timestamptz, timestamptz, timestamptz[], integer[])',
  buildAccountJson,
  ...functions.map(createOwnerFunction),
]
export const signInSignatures: readonly string[] = functions.map(formatSignature)
