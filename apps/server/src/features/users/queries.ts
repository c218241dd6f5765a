import type { Transaction } from '@registry/db/transaction'
import type { PlacedRole, UserState } from '@registry/domain/access/user-roles'

/** A role with the names of its area or centre. */
export type StoredRole = PlacedRole & { readonly it: string; readonly en: string }
export type StoredUser = {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly surname: string
  readonly email: string
  readonly state: UserState
  readonly created_at: string
  readonly changed_at: string
  readonly changed_by: string | null
  readonly changed_fields: readonly string[]
  readonly last_sign_in_at: string | null
  readonly second_factor_since: string | null
  readonly language: 'it' | 'en'
  readonly roles: readonly StoredRole[]
}

/** Serialises changes of users, so that two administrators cannot remove each other. */
export const lockUsers = async ({ sql }: Transaction): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('staff_user'))`
}

/** Returns areas with all areas below them. */
export const findSubtree = async ({ sql }: Transaction, areas: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await sql<{ id: string }[]>`SELECT id FROM area_subtree(${[...areas]}) AS id`
  return new Set(rows.map(({ id }) => id))
}

const selectUsers = ({ sql }: Transaction, areas: readonly string[] | null, id: number | null) => sql<StoredUser[]>`
  SELECT u.id, u.version, u.name, u.surname, u.email, u.language, u.created_at, u.changed_at, u.changed_by, u.changed_fields,
    entry.last_sign_in_at, entry.second_factor_since,
    CASE WHEN u.deleted_at IS NOT NULL THEN 'deleted' WHEN u.disabled_at IS NOT NULL THEN 'suspended' ELSE 'active' END AS state,
    coalesce(own.roles, '[]') AS roles
  FROM staff_user AS u
  LEFT JOIN (
    SELECT r.user_id, array_agg(coalesce(r.areaid, c.geotreeid)::text) AS areas,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('role', r.role, 'areaid', r.areaid, 'center', r.center, 'area', coalesce(r.areaid, c.geotreeid),
        'it', coalesce(c.name, g.trans_it), 'en', coalesce(c.name, g.trans_en))) ORDER BY r.id) AS roles
    FROM staff_role AS r LEFT JOIN centre AS c ON c.code = r.center LEFT JOIN geotree AS g ON g.id = r.areaid GROUP BY r.user_id
  ) AS own ON own.user_id = u.id
  LEFT JOIN list_staff_sign_ins() AS entry ON entry.user_id = u.id
  WHERE (${id}::integer IS NULL OR u.id = ${id}) AND (${areas === null}::boolean OR own.areas IS NULL OR own.areas && ${[...(areas ?? [])]}::text[])
  ORDER BY u.surname, u.name, u.id`

/** The users with a role in one of the areas, and those without any role. */
export const listUserRows = (tx: Transaction, areas: ReadonlySet<string>): Promise<StoredUser[]> => selectUsers(tx, [...areas], null)

export const findUserRow = async (tx: Transaction, id: number): Promise<StoredUser | undefined> => {
  const [user] = await selectUsers(tx, null, id)
  return user
}

/** Adds the areas of the centres. An unknown area or centre has none. */
export const placeRoles = async (
  { sql }: Transaction,
  roles: readonly Pick<PlacedRole, 'role' | 'areaid' | 'center'>[],
): Promise<readonly PlacedRole[]> => {
  const places = await sql<{ id: string; area: string; centre: boolean }[]>`
    SELECT id, id AS area, false AS centre FROM geotree UNION ALL SELECT code, geotreeid, true FROM centre`
  const find = (id: string | undefined, centre: boolean): string | undefined =>
    places.find((place) => place.id === id && place.centre === centre)?.area
  return roles.map((role) => ({ ...role, area: role.center === undefined ? find(role.areaid, false) : find(role.center, true) }))
}

type Person = { readonly name: string; readonly surname: string }

/** Stores a user with an account without a password. Returns undefined if the e-mail is in use. */
export const insertUser = async (
  { sql }: Transaction,
  { email, name, surname, language }: Person & { readonly email: string; readonly language: string },
): Promise<number | undefined> => {
  const [user] = await sql<{ id: number }[]>`
    INSERT INTO staff_user (email, name, surname, language) VALUES (${email}, ${name}, ${surname}, ${language})
    ON CONFLICT (email) DO NOTHING RETURNING id`
  return user?.id
}

export const createAccount = async ({ sql }: Transaction, userId: number): Promise<void> => {
  await sql`SELECT create_staff_account(${userId})`
}

export const insertRoles = async ({ sql }: Transaction, userId: number, roles: readonly PlacedRole[]): Promise<void> => {
  const rows = roles.map(({ role, areaid = null, center = null }) => ({ user_id: userId, role, areaid, center }))
  if (rows.length > 0) await sql`INSERT INTO staff_role ${sql(rows)}`
}

/** @throws Error if row security hides a role that the rules allowed to remove */
export const deleteRoles = async ({ sql }: Transaction, userId: number, roles: readonly PlacedRole[]): Promise<void> => {
  const removed = JSON.stringify(roles.map(({ role, areaid = null, center = null }) => ({ role, areaid, center })))
  const { count } = await sql`
    DELETE FROM staff_role AS stored USING jsonb_to_recordset(${removed}::text::jsonb) AS removed (role text, areaid text, center text)
    WHERE stored.user_id = ${userId} AND stored.role = removed.role
      AND stored.areaid IS NOT DISTINCT FROM removed.areaid AND stored.center IS NOT DISTINCT FROM removed.center`
  if (count !== roles.length) throw new Error('a role was not removed')
}

type Columns = Readonly<Record<string, string | null | readonly string[]>>

/** @throws Error if row security hides a user that the rules allowed to change */
export const updateUser = async ({ sql }: Transaction, id: number, columns: Columns): Promise<void> => {
  const { count } = await sql`UPDATE staff_user SET ${sql(columns)} WHERE id = ${id}`
  if (count !== 1) throw new Error('a user was not changed')
}
