import { demoPatientPassword } from './staff.ts'
import type { HashSecret } from './accounts.ts'
import type { Sql } from './copy.ts'

/** A parent with children at two centres (REQ-OPS-07). */
export const demoGuardianContact = 'tutore@demo.example'
const childrenByCentre = [
  { centre: 'RM01', admin: 'ca.rm01@demo.example', children: 2 },
  { centre: 'MI01', admin: 'ca.mi01@demo.example', children: 1 },
] as const

type Child = { readonly id: number; readonly dob: string }

/** The first minors of a centre who answered and are not among the published accounts. */
const findMinors = (sql: Sql, centre: string, today: string, count: number) => sql<Child[]>`
  SELECT p.id, personal.dob FROM patient AS p JOIN patient_personal AS personal ON personal.patient_id = p.id
  WHERE p.centre_code = ${centre} AND p.id > 5 AND p.c_db_p AND p.c_db_no_notification IS NULL AND personal.dob > ${today}::date - interval '16 years'
  ORDER BY p.id LIMIT ${count}`

/** Adds the guardian, who has a password and has accepted. */
export const addGuardian = async (sql: Sql, hashSecret: HashSecret, today: string, at: string): Promise<void> => {
  for (const { centre, admin, children } of childrenByCentre) {
    await sql`SELECT set_config('app.centre', ${centre}, true), set_config('app.actor', ${admin}, true)`
    for (const { id, dob } of await findMinors(sql, centre, today, children))
      await sql`
        SELECT add_guardian(${id}, 'PARENT', true, NULL, 'ID_SEEN', ${dob}, NULL, 'FERRI', 'TERESA', 'Email', ${demoGuardianContact}, 'it')`
  }
  await sql`SELECT set_config('app.centre', '', true), set_config('app.actor', 'demo', true)`
  await sql`
    UPDATE account SET password_hash = ${await hashSecret(demoPatientPassword)}, password_changed_at = ${at}
    FROM guardian WHERE guardian.id = account.guardian_id AND guardian.contact = ${demoGuardianContact}`
}
