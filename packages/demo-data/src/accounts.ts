import type { Sql } from './copy.ts'
import { demoCentres } from './centres.ts'
import { demoCentrePassword, demoPatientPassword, demoStaff, demoStaffPassword, type StaffEmail } from './staff.ts'
import { demoFilters } from './saved-filters.ts'
import type { PatientHashes } from './store.ts'

/** Hashes a secret into a PHC string. It is an argument because this package does not depend on argon2. */
export type HashSecret = (secret: string) => Promise<string>

const ownPasswordAccounts = 5

export const hashPatientPasswords = async (hashSecret: HashSecret): Promise<PatientHashes> => {
  const own: string[] = []
  while (own.length < ownPasswordAccounts) own.push(await hashSecret(demoPatientPassword))
  return { own, others: await hashSecret(demoPatientPassword) }
}

/** Inserts the six centres with their e-CRF passwords (REQ-OPS-07). */
export const addCentres = async (sql: Sql, hashSecret: HashSecret): Promise<void> => {
  for (const { code, name, area, address, city, telephone } of demoCentres) {
    const passwordHash = await hashSecret(demoCentrePassword(code))
    await sql`
      INSERT INTO centre (code, name, geotreeid, address, city, telephone, ecrf, password_hash)
      VALUES (${code}, ${name}, ${area}, ${address}, ${city}, ${telephone}, 'SERVICE', ${passwordHash})`
  }
}

/** Inserts the staff users with roles and accounts (REQ-OPS-07). Returns their ids by e-mail. */
export const addStaff = async (sql: Sql, hashSecret: HashSecret, at: string): Promise<ReadonlyMap<StaffEmail, number>> => {
  const ids = new Map<StaffEmail, number>()
  for (const { email, name, surname, grant } of demoStaff) {
    const passwordHash = await hashSecret(demoStaffPassword)
    const [user] = await sql<
      { id: number }[]
    >`INSERT INTO staff_user (email, name, surname, created_at) VALUES (${email}, ${name}, ${surname}, ${at}) RETURNING id`
    if (!user) throw new Error(`No id for ${email}`)
    await sql`INSERT INTO staff_role (user_id, role, areaid, center) VALUES (${user.id}, ${grant.role}, ${grant.areaid ?? null}, ${grant.center ?? null})`
    await sql`INSERT INTO account (staff_user_id, password_hash, password_changed_at) VALUES (${user.id}, ${passwordHash}, ${at})`
    ids.set(email, user.id)
  }
  return ids
}

export const addSavedFilters = async (sql: Sql, authors: ReadonlyMap<StaffEmail, number>, at: string): Promise<void> => {
  for (const { name, description, author, fields, condition } of demoFilters) {
    await sql`SELECT set_config('app.actor', ${author}, true)`
    await sql`
      INSERT INTO saved_filter (name, description, author_id, fields, condition, changed_at)
      VALUES (${name}, ${description}, ${authors.get(author) ?? null}, ${sql.json(fields)}, ${sql.json(condition)}, ${at})`
  }
}
