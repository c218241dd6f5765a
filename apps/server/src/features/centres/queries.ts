import type { Transaction } from '@registry/db/transaction'
import type { RoleGrant } from '@registry/domain/access/roles'

export type StoredCentre = {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly geotreeid: string
  readonly address: string
  readonly city: string
  readonly ecrf: string
  readonly hasPassword: boolean
  readonly changedAt: string
  readonly changedBy: string | null
  readonly changedFields: readonly string[]
}

/** The centres below the areas, or the one with the code. */
export const selectCentres = ({ sql }: Transaction, areas: readonly string[], code: string | null = null) => sql<StoredCentre[]>`
  SELECT code AS id, version, name, geotreeid, coalesce(address, '') AS address, coalesce(city, '') AS city, coalesce(ecrf, '') AS ecrf,
    has_password AS "hasPassword", changed_at AS "changedAt", changed_by AS "changedBy", changed_fields AS "changedFields"
  FROM centre WHERE geotreeid IN (SELECT area_subtree(${[...areas]})) AND (${code}::text IS NULL OR code = ${code}) ORDER BY code`

/** Makes the changes of one centre follow each other, so that each sees the version of the former. */
export const lockCentre = async ({ sql }: Transaction, code: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('centre ' || ${code}))`
}

/** Code and name of the centres of the roles (REQ-GEO-02). */
export const selectCentreNames = ({ sql }: Transaction, roles: readonly RoleGrant[]) => sql<{ id: string; name: string }[]>`
  SELECT code AS id, name FROM centre
  WHERE geotreeid IN (SELECT area_subtree(${roles.flatMap(({ areaid }) => areaid ?? [])})) OR code = ANY (${roles.flatMap(({ center }) => center ?? [])})
  ORDER BY code`

type Place = { readonly leaf: boolean | null; readonly inside: boolean; readonly ecrf: boolean }

/** Whether the area is a leaf and lies below the own areas, and whether the e-CRF software is known. */
export const findPlace = async ({ sql }: Transaction, areas: readonly string[], area: string, ecrf: string): Promise<Place> => {
  const [place] = await sql<Place[]>`
    SELECT (SELECT leaf FROM geotree WHERE id = ${area}) AS leaf, ${area} IN (SELECT area_subtree(${[...areas]})) AS inside,
      ${ecrf} = '' OR EXISTS (SELECT FROM reference_value WHERE table_name = 'svc_ecrf' AND id = ${ecrf}) AS ecrf`
  return place ?? { leaf: null, inside: false, ecrf: false }
}

export type CentreColumns = {
  readonly name: string
  readonly geotreeid: string
  readonly address: string | null
  readonly city: string | null
  readonly ecrf: string | null
}

/** Returns whether the code was free. */
export const insertCentre = async ({ sql }: Transaction, code: string, columns: CentreColumns): Promise<boolean> => {
  const { count } = await sql`INSERT INTO centre ${sql({ code, ...columns })} ON CONFLICT (code) DO NOTHING`
  return count === 1
}

/** @throws Error if row security hides a centre that the rules allowed to change */
export const updateCentre = async (
  { sql }: Transaction,
  code: string,
  columns: CentreColumns,
  fields: readonly string[],
): Promise<void> => {
  const { count } = await sql`UPDATE centre SET ${sql({ ...columns, changed_fields: [...fields] })} WHERE code = ${code}`
  if (count !== 1) throw new Error('a centre was not changed')
}

/** @throws Error if the function refuses what the rules allowed */
export const setCentrePassword = async ({ sql }: Transaction, code: string, hash: string, overlapHours: number): Promise<void> => {
  const [row] = await sql<
    { stored: boolean }[]
  >`SELECT set_centre_password(${code}, ${hash}, make_interval(hours => ${overlapHours}::integer)) AS stored`
  if (row?.stored !== true) throw new Error('the password of a centre was not changed')
}
