import type { CentreOptions } from '@registry/api-contract/centres'
import type { Transaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import type { CentreState } from '@registry/domain/centres/operations'
import type { RoleGrant } from '@registry/domain/access/roles'

export type StoredCentre = {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly geotreeid: string
  readonly it: string
  readonly en: string
  readonly address: string
  readonly city: string
  readonly telephone: string
  readonly ecrf: string
  readonly hasPassword: boolean
  readonly state: CentreState
  readonly changedAt: string
  readonly changedBy: string | null
  readonly changedFields: readonly string[]
  readonly patients: number
  readonly withPersonalConsent: number
  readonly withMedicalConsent: number
  readonly lastUpload: string | null
}

/** The centres below the areas, or the one with the code, each with its counts. */
export const selectCentres = ({ sql }: Transaction, areas: readonly string[], code: string | null = null) => sql<StoredCentre[]>`
  SELECT code AS id, version, name, geotreeid, trans_it AS it, trans_en AS en, coalesce(address, '') AS address, coalesce(city, '') AS city, coalesce(telephone, '') AS telephone, coalesce(ecrf, '') AS ecrf,
    has_password AS "hasPassword",
    CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN disabled_at IS NOT NULL THEN 'suspended' ELSE 'active' END AS state, changed_at AS "changedAt", changed_by AS "changedBy", changed_fields AS "changedFields",
    coalesce(patients, 0) AS patients, coalesce(with_personal_consent, 0) AS "withPersonalConsent",
    coalesce(with_medical_consent, 0) AS "withMedicalConsent", last_upload AS "lastUpload"
  FROM centre JOIN geotree ON geotree.id = geotreeid LEFT JOIN count_administered_centres(${code}) AS numbers ON numbers.centre_code = code
  WHERE geotreeid IN (SELECT area_subtree(${[...areas]})) AND (${code}::text IS NULL OR code = ${code}) ORDER BY code`

/** Serialises the changes of one centre, so that each sees the version of the previous one. */
export const lockCentre = async ({ sql }: Transaction, code: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('centre ' || ${code}))`
}

/** Code and name of the centres of the roles (REQ-GEO-02), without deleted ones. */
export const selectCentreNames = ({ sql }: Transaction, roles: readonly RoleGrant[]) => sql<{ id: string; name: string }[]>`
  SELECT code AS id, name FROM centre
  WHERE deleted_at IS NULL
    AND (geotreeid IN (SELECT area_subtree(${roles.flatMap(({ areaid }) => areaid ?? [])})) OR code = ANY (${roles.flatMap(({ center }) => center ?? [])}))
  ORDER BY code`

type CentreArea = { readonly leaf: boolean | null; readonly inside: boolean; readonly ecrf: boolean }

/** Whether the area is a leaf below the caller's areas, and whether the e-CRF software is known. */
export const findArea = async ({ sql }: Transaction, areas: readonly string[], area: string, ecrf: string): Promise<CentreArea> => {
  const [found] = await sql<CentreArea[]>`
    SELECT (SELECT leaf FROM geotree WHERE id = ${area}) AS leaf, ${area} IN (SELECT area_subtree(${[...areas]})) AS inside,
      ${ecrf} = '' OR EXISTS (SELECT FROM reference_value WHERE table_name = 'svc_ecrf' AND id = ${ecrf}) AS ecrf`
  return found ?? { leaf: null, inside: false, ecrf: false }
}

type Labelled = { readonly id: string; readonly it: string; readonly en: string }
type StoredArea = Labelled & { readonly parent: string | null; readonly leaf: boolean; readonly level: number }

/** Lists the choices of the centre form: the areas below the caller's areas, and the e-CRF software. */
export const listCentreOptions = async ({ sql }: Transaction, areas: readonly string[], language: Language): Promise<CentreOptions> => {
  const own = await sql<StoredArea[]>`
    SELECT id, parent, trans_it AS it, trans_en AS en, leaf, level FROM geotree
    WHERE id IN (SELECT area_subtree(${[...areas]})) ORDER BY level, position, id`
  const software = await sql<Labelled[]>`
    SELECT id, trans_it AS it, trans_en AS en FROM reference_value WHERE table_name = 'svc_ecrf' ORDER BY position`
  return {
    areas: own.map(({ it, en, ...area }) => ({ ...area, label: language === 'it' ? it : en })),
    software: software.map(({ id, it, en }) => ({ id, label: language === 'it' ? it : en })),
  }
}

export type CentreColumns = {
  readonly name: string
  readonly geotreeid: string
  readonly address: string | null
  readonly city: string | null
  readonly telephone?: string | null
  readonly ecrf: string | null
}

/** Returns whether the code was free, in any letter case. */
export const insertCentre = async ({ sql }: Transaction, code: string, columns: CentreColumns): Promise<boolean> => {
  const { count } = await sql`INSERT INTO centre ${sql({ code, ...columns })} ON CONFLICT DO NOTHING`
  return count === 1
}

type ChangedColumns = Partial<CentreColumns> & { readonly disabled_at?: string | null; readonly deleted_at?: string | null }

/** @throws Error if row security hides a centre that the rules allowed to change */
export const updateCentre = async (
  { sql }: Transaction,
  code: string,
  columns: ChangedColumns,
  fields: readonly string[],
): Promise<void> => {
  const { count } = await sql`UPDATE centre SET ${sql({ ...columns, changed_fields: [...fields] })} WHERE code = ${code}`
  if (count !== 1) throw new Error('a centre was not changed')
}

/** @throws Error if the function prevents a change that the rules allowed */
export const setCentrePassword = async ({ sql }: Transaction, code: string, hash: string, overlapHours: number): Promise<void> => {
  const [row] = await sql<
    { stored: boolean }[]
  >`SELECT set_centre_password(${code}, ${hash}, make_interval(hours => ${overlapHours}::integer)) AS stored`
  if (row?.stored !== true) throw new Error('the password of a centre was not changed')
}
