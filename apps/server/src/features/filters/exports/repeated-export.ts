import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Excluded, RunRole } from '@registry/api-contract/saved-filters'
import { withRole, type Transaction } from '@registry/db/transaction'
import { listDataDomainConsents } from '@registry/domain/fields/data-domain-consent'
import type { Field } from '@registry/domain/fields/dictionary'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { Language } from '@registry/domain/language'
import { AppError } from '@registry/domain/error'
import { isHashOf } from '../../../auth/keyed-hash.ts'
import type { Deps } from '../../../app/deps.ts'
import type { FileLayout } from './file-layout.ts'

/** A complete file of a filter or a study that its author exports again. */
export type RepeatedExport = {
  /** The first export with the same bytes. */
  readonly id: string
  readonly asRole: (typeof RunRole.options)[number]
  readonly filterId: number
  readonly filterVersion: number
  /** The study whose participants the file contains; null for the file of a filter. */
  readonly studyId: string | null
  readonly format: ExportFormat
  readonly layout: FileLayout
  readonly generalised: boolean
  readonly reason: string | null
  readonly language: Language
  readonly missingReasons: boolean
  readonly columns: readonly string[]
  /** The moment of the data, and its day in Italy. */
  readonly asOf: string
  readonly day: string
  readonly setHash: string
  readonly excluded: Excluded
  readonly uniqueRows: number
  readonly rowsInSmallGroups: number
  readonly sha256: string
  readonly repeatable: boolean
}

/** @throws AppError not_found for another person's export; export_not_repeatable */
export const findRepeatedExport = async ({ sql }: Transaction, { actor }: Caller, id: string): Promise<RepeatedExport> => {
  const [found] = await sql<RepeatedExport[]>`
    SELECT coalesce(m.repeats, m.id) AS id, m.as_role AS "asRole", m.filter_id AS "filterId", m.filter_version AS "filterVersion", m.study_id AS "studyId", m.format, jsonb_build_object('labels', m.labels, 'delimiter', m.delimiter) AS layout, m.generalised, m.reason, m.language,
      ${missingReasonsColumn.name} = ANY (m.columns) AS "missingReasons",
      m.columns, m.as_of::text AS "asOf", (m.as_of AT TIME ZONE 'Europe/Rome')::date::text AS day, m.set_hash AS "setHash",
      jsonb_build_object('noConsent', m.excluded_no_consent, 'noAnswer', m.excluded_no_answer, 'noValue', m.excluded_no_value) AS "excluded",
      m.unique_rows AS "uniqueRows", m.rows_in_small_groups AS "rowsInSmallGroups", coalesce(o.sha256, '') AS sha256,
      o.outcome IS NOT DISTINCT FROM 'complete' AS repeatable
    FROM export_manifest AS m LEFT JOIN export_outcome AS o ON o.manifest_id = m.id WHERE m.id = ${id} AND m.actor = ${formatActorName(actor)}`
  if (!found) throw new AppError('not_found')
  if (!found.repeatable) throw new AppError('export_not_repeatable')
  return found
}

/** Sets the moment that the view `filter_patient_past` shows, until the transaction ends. */
export const setMoment = async ({ sql }: Transaction, { asOf }: RepeatedExport): Promise<void> => {
  await sql`SELECT set_config('app.as_of', ${asOf}, true)`
}

/** Counts the patients, by their ids, who since a past moment withdrew a consent that shows values of these fields. */
const countLostConsents = async (tx: Transaction, asOf: string, patientIds: string, fields: readonly Field[]): Promise<number> => {
  const needed = new Set(listDataDomainConsents(fields))
  const [lost] = await withRole(
    tx,
    'registry_filter',
    ({ sql }) => sql<{ patients: number }[]>`
      SELECT count(*)::integer AS patients FROM patient JOIN list_past_consents(${asOf}::timestamptz) AS past USING (id)
      WHERE patient.id = ANY (string_to_array(${patientIds}, ',')::integer[])
        AND ((${needed.has('C_DB_P')} AND past.c_db_p AND patient.c_db_p IS NOT TRUE)
          OR (${needed.has('C_DB_M')} AND past.c_db_m AND patient.c_db_m IS NOT TRUE))`,
  )
  return lost?.patients ?? 0
}

/**
 * Compares the patients with those of the repeated export, before the first byte. The current consents count, not those of the past moment
 * (REQ-CON-11). So a patient who withdrew a consent for these values is missing permanently.
 * @throws AppError export_changed_since
 */
export const checkRepeatedPatients = async (
  { keyedHash }: Pick<Deps, 'keyedHash'>,
  tx: Transaction,
  { setHash, asOf }: RepeatedExport,
  ids: string,
  fields: readonly Field[],
): Promise<void> => {
  const lost = await countLostConsents(tx, asOf, ids, fields)
  const isSameSet = await isHashOf(keyedHash, setHash, 'set of patients', ids)
  if (!isSameSet || lost > 0) throw new AppError('export_changed_since')
}
