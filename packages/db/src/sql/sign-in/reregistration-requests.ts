import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'

/** Requests of centres to register an anonymised or erased person again, until the person confirms by the link (REQ-PAT-06). */
export const reregistrationRequestFunctions: readonly OwnerFunction[] = [
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
