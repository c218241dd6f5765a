import type { z } from 'zod'
import { NewUser, UserRole } from '@registry/api-contract/users'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { lockUsers } from '../../features/users/queries.ts'
import { tables } from './directory.ts'
import type { TableRow, TableShape } from './read-table.ts'
import type { FileReport } from './report.ts'

const ImportedUser = NewUser.pick({ email: true, name: true, surname: true }).extend({ role: UserRole })
type ImportedUser = z.infer<typeof ImportedUser>
export type UserRow = TableRow<ImportedUser>

/** One row for each role of a user. */
export const usersTable: TableShape<ImportedUser> = {
  columns: tables['users.csv'],
  build: (cell) => ({
    email: cell('EMAIL'),
    name: cell('NAME'),
    surname: cell('SURNAME'),
    role: {
      role: cell('ROLE'),
      ...(cell('AREA') !== '' && { areaid: cell('AREA') }),
      ...(cell('CENTER_CODE') !== '' && { center: cell('CENTER_CODE') }),
    },
  }),
  schema: ImportedUser,
  columnOf: { email: 'EMAIL', name: 'NAME', surname: 'SURNAME', role: 'ROLE' },
  key: 'EMAIL',
}

type Stored = { readonly email: string; readonly name: string; readonly surname: string; readonly active: boolean }

/** Returns the roles that can be stored, and reports the others. */
export const acceptUsers = async (
  { sql }: Transaction,
  rows: readonly UserRow[],
  centres: ReadonlySet<string>,
  report: FileReport,
): Promise<readonly UserRow[]> => {
  const emails = rows.map(({ value }) => value.email)
  const stored = await sql<Stored[]>`
    SELECT email, name, surname, disabled_at IS NULL AS active FROM staff_user WHERE email = ANY (${emails})`
  const areas = new Set((await sql<{ id: string }[]>`SELECT id FROM geotree`).map(({ id }) => id))
  const byEmail = new Map(stored.map((user) => [user.email, user]))
  const findError = ({ value: { email, role } }: UserRow): readonly [field: string, code: ErrorCode] | undefined => {
    if (byEmail.get(email)?.active === false) return ['EMAIL', 'user_state_wrong']
    if ('areaid' in role) return areas.has(role.areaid) ? undefined : ['AREA', 'centre_area_outside']
    return centres.has(role.center) ? undefined : ['CENTER_CODE', 'centre_not_found']
  }
  return rows.filter((user) => {
    const error = findError(user)
    const before = byEmail.get(user.value.email)
    if (error) report.reject(user.row, user.key, error[0], { code: error[1] })
    else if (before && (before.name !== user.value.name || before.surname !== user.value.surname))
      report.warn(user.row, user.key, 'NAME', { code: 'import_field_unchanged' })
    return !error
  })
}

/** The e-mails of the new users, and the number of new roles. */
export type UserChanges = { readonly created: readonly string[]; readonly granted: number }

/** Creates the users and roles that are missing. A user gets an account without a password, and no mail. */
export const storeUsers = async (tx: Transaction, rows: readonly UserRow[]): Promise<UserChanges> => {
  if (rows.length === 0) return { created: [], granted: 0 }
  await lockUsers(tx)
  const { sql } = tx
  const people = JSON.stringify(rows.map(({ value: { email, name, surname } }) => ({ email, name, surname })))
  const created = await sql<{ id: number; email: string }[]>`
    INSERT INTO staff_user (email, name, surname)
    SELECT DISTINCT ON (email) email, name, surname FROM jsonb_to_recordset(${people}::text::jsonb) AS person (email text, name text, surname text)
    ON CONFLICT (email) DO NOTHING RETURNING id, email`
  await sql`INSERT INTO account (staff_user_id) SELECT unnest(${created.map(({ id }) => id)}::int[])`
  const roles = JSON.stringify(rows.map(({ value: { email, role } }) => ({ email, ...role })))
  const granted = await sql`
    INSERT INTO staff_role (user_id, role, areaid, center)
    SELECT u.id, given.role, given.areaid, given.center
    FROM jsonb_to_recordset(${roles}::text::jsonb) AS given (email text, role text, areaid text, center text) JOIN staff_user AS u ON u.email = given.email
    ON CONFLICT ON CONSTRAINT staff_role_unique DO NOTHING`
  return { created: created.map(({ email }) => email), granted: granted.count }
}
