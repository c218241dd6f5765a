import { createOwnerFunction, formatSignature, type OwnerFunction, returnWhetherChanged } from '../owner-function.ts'
import type { Statement } from '../text.ts'
import { accountFunctions, buildAccountJson } from './accounts.ts'
import { codeFunctions } from './codes.ts'
import { contactChangeFunctions } from './contact-changes.ts'
import { contactCorrectionFunctions } from './contact-corrections.ts'
import { linkFunctions } from './links.ts'
import { passwordFunctions } from './passwords.ts'
import { secondFactorFunctions } from './second-factor.ts'
import { signInSessionFunctions } from './sessions.ts'

/** Requests of centres to register an anonymised or erased person again, until the person confirms by the link (REQ-PAT-06). */
const reregistrationRequestFunctions: readonly OwnerFunction[] = [
  {
    // Returns false while the person has a live link.
    name: 'create_reregistration_request',
    parameters: { in_person: 'uuid', in_secret: 'bytea', in_request: 'bytea', in_now: 'timestamptz', in_expires: 'timestamptz' },
    returns: 'boolean',
    body: returnWhetherChanged(`
      INSERT INTO reregistration_request AS request (person, secret_hash, encrypted_request, expires_at) VALUES (in_person, in_secret, in_request, in_expires)
      ON CONFLICT (person) DO UPDATE SET secret_hash = EXCLUDED.secret_hash, encrypted_request = EXCLUDED.encrypted_request, expires_at = EXCLUDED.expires_at
      WHERE request.expires_at <= in_now`),
  },
  {
    name: 'find_reregistration_request',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'bytea',
    body: 'SELECT encrypted_request FROM reregistration_request WHERE secret_hash = in_secret AND expires_at > in_now',
  },
]

/**
 * Removes expired sessions, codes, links, changes and corrections of contacts, challenges and enrolments. Codes remain for two days,
 * because the limit counts one day (REQ-ACC-06).
 */
const endedFunctions: readonly OwnerFunction[] = [
  {
    name: 'remove_ended_sign_ins',
    parameters: {},
    returns: 'void',
    body: `
      DELETE FROM consent_proposal WHERE expires_at < now();
      DELETE FROM desk_link WHERE ends_at < now();
      DELETE FROM withdrawal_request AS request WHERE NOT EXISTS (SELECT FROM find_withdrawal_request(request.patient_id));
      DELETE FROM session WHERE ends_at < now() OR last_seen_at < now() - interval '1 day';
      DELETE FROM one_time_code WHERE created_at < now() - interval '2 days';
      DELETE FROM sign_in_link WHERE expires_at < now() - interval '30 days';
      DELETE FROM contact_change WHERE expires_at < now();
      DELETE FROM contact_correction WHERE expires_at < now();
      DELETE FROM sign_in_challenge WHERE expires_at < now();
      DELETE FROM second_factor_enrolment WHERE expires_at < now()`,
  },
]

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
export const signInStatements: readonly Statement[] = [buildAccountJson, ...functions.map(createOwnerFunction)]
export const signInSignatures: readonly string[] = functions.map(formatSignature)
