import type { OwnerFunction } from '../owner-function.ts'

/**
 * Removes expired sessions, codes, links, changes and corrections of contacts, challenges and enrolments. Codes remain for two days,
 * because the limit counts one day (REQ-ACC-06).
 */
export const endedFunctions: readonly OwnerFunction[] = [
  {
    name: 'remove_ended_sign_ins',
    parameters: {},
    returns: 'void',
    body: `
      DELETE FROM session WHERE ends_at < now() OR last_seen_at < now() - interval '1 day';
      DELETE FROM one_time_code WHERE created_at < now() - interval '2 days';
      DELETE FROM sign_in_link WHERE expires_at < now() - interval '30 days';
      DELETE FROM contact_change WHERE expires_at < now();
      DELETE FROM contact_correction WHERE expires_at < now();
      DELETE FROM sign_in_challenge WHERE expires_at < now();
      DELETE FROM second_factor_enrolment WHERE expires_at < now()`,
  },
]
