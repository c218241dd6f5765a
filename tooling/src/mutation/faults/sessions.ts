import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/session-actor.ts'

const sessions = 'packages/db/src/sql/session-actor.test.ts'

export const sessionsFaults: readonly PlantedFault[] = [
  {
    name: 'a session is valid on the other site',
    file,
    find: 's.token_hash = in_session AND s.site = in_site AND',
    replace: 's.token_hash = in_session AND',
    tests: [sessions],
  },
  { name: 'a session has no idle limit', file, find: " AND s.last_seen_at > now() - interval '8 hours'", replace: '', tests: [sessions] },
  {
    name: 'a session has no absolute limit',
    file,
    find: "AND s.created_at > now() - CASE s.site WHEN 'staff' THEN interval '12 hours' ELSE interval '24 hours' END;",
    replace: ';',
    tests: [sessions],
  },
  {
    name: 'a disabled user stays signed in',
    file,
    find: 'WHERE a.id = found_session.account_id AND u.disabled_at IS NULL AND',
    replace: 'WHERE a.id = found_session.account_id AND',
    tests: [sessions],
  },
  {
    name: 'a patient who withdrew stays signed in',
    file,
    find: 'u.disabled_at IS NULL AND p.c_db_no_notification IS NULL',
    replace: 'u.disabled_at IS NULL',
    tests: [sessions],
  },
]
