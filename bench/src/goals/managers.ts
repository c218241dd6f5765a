import { connect } from '@registry/db/connect'
import { demoStaffPassword } from '@registry/demo-data/staff'
import { signIn, type Client } from '../client.ts'
import type { Registry } from '../registry.ts'

/** The demonstration's data manager, whose password and role the others have. */
const model = 'dm@demo.example'

/** Adds data managers, unless a kept registry has them already, and signs them in. */
export const signInManagers = async ({ owner, port }: Registry, count: number): Promise<readonly Client[]> => {
  const emails = Array.from({ length: count }, (_, index) => `dm${index + 1}@bench.example`)
  const database = connect(owner, { max: 1 })
  try {
    await database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.via', 'system', true)`
      await sql`
        WITH added AS (
          INSERT INTO staff_user (email, name, surname) SELECT email, 'Dario', 'Misura' FROM unnest(${emails}::text[]) AS email
          ON CONFLICT DO NOTHING RETURNING id),
        roles AS (
          INSERT INTO staff_role (user_id, role, areaid)
          SELECT added.id, role, areaid FROM added, staff_role JOIN staff_user AS manager ON manager.id = user_id WHERE email = ${model})
        INSERT INTO account (staff_user_id, password_hash)
        SELECT added.id, password_hash FROM added, account JOIN staff_user AS manager ON manager.id = staff_user_id WHERE email = ${model}`
    })
  } finally {
    await database.end()
  }
  return Promise.all(emails.map((email) => signIn(port, email, demoStaffPassword)))
}
