import { found, type OwnerFunction } from '../owner-function.ts'

/** What a centre asks for a person who was anonymised or erased, until they confirm it by their link (D5). */
export const returnRequestFunctions: readonly OwnerFunction[] = [
  {
    // While one link of a person is live no second one is made: false says so.
    name: 'create_return_request',
    parameters: { in_person: 'uuid', in_secret: 'bytea', in_request: 'bytea', in_now: 'timestamptz', in_expires: 'timestamptz' },
    returns: 'boolean',
    body: found(`
      INSERT INTO return_request AS r (person, secret_hash, encrypted_request, expires_at) VALUES (in_person, in_secret, in_request, in_expires)
      ON CONFLICT (person) DO UPDATE SET secret_hash = EXCLUDED.secret_hash, encrypted_request = EXCLUDED.encrypted_request, expires_at = EXCLUDED.expires_at
      WHERE r.expires_at <= in_now`),
  },
  {
    name: 'find_return_request',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'bytea',
    body: 'SELECT encrypted_request FROM return_request WHERE secret_hash = in_secret AND expires_at > in_now',
  },
]
