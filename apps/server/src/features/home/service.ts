import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { Home, PatientHome, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { readTransaction, formatScope } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'

const maxListed = 5
/** Maximum number of data uses on a patient's page. */
const maxListedUses = 500

const countPatients = async ({ sql }: Transaction): Promise<StaffHome['patients']> => {
  const [counts] = await sql<NonNullable<StaffHome['patients']>[]>`
    SELECT count(*)::int AS registered,
      count(*) FILTER (WHERE c_db IS NULL)::int AS invited,
      count(*) FILTER (WHERE c_db_m)::int AS "withMedicalConsent",
      count(*) FILTER (WHERE c_db_p)::int AS "withPersonalConsent",
      count(*) FILTER (WHERE c_db_no_notification IS NOT NULL)::int AS withdrawn
    FROM patient`
  return counts ?? null
}

const listLastImports = async ({ sql }: Transaction): Promise<StaffHome['lastImports']> =>
  sql<StaffHome['lastImports']>`SELECT at, command, actor AS "by", ok, ko FROM import_run ORDER BY at DESC LIMIT ${maxListed}`

const listLastFilters = async ({ sql }: Transaction): Promise<StaffHome['lastFilters']> =>
  sql<
    StaffHome['lastFilters']
  >`SELECT id, name, changed_at AS "changedAt" FROM saved_filter ORDER BY changed_at DESC, id LIMIT ${maxListed}`

const listLastExports = async ({ sql }: Transaction): Promise<StaffHome['lastExports']> =>
  sql<StaffHome['lastExports']>`
    SELECT m.at, m.filter_id AS "filterId", v.name AS "filterName", m.format, coalesce(o.rows, 0) AS rows, coalesce(o.outcome, 'running') AS outcome
    FROM export_manifest m JOIN saved_filter_version v ON v.filter_id = m.filter_id AND v.version = m.filter_version
    LEFT JOIN export_outcome o ON o.manifest_id = m.id
    ORDER BY m.at DESC LIMIT ${maxListed}`

const countedColumns = ['C_DB', 'C_DB_M', 'C_DB_P', 'C_DB_NO_NOTIFICATION']

const readStaffHome = async (tx: Transaction, caller: Caller): Promise<Omit<StaffHome, 'lastImports'>> => {
  const seesPatients = mayUse(getPrincipals(caller.actor), 'patients:count')
  const patients = seesPatients ? await countPatients(tx) : null
  if (patients) caller.recordRead({ whose: formatScope(caller), columns: countedColumns, count: patients.registered })
  return {
    patients,
    lastFilters: seesPatients ? await listLastFilters(tx) : [],
    lastExports: seesPatients ? await listLastExports(tx) : [],
  }
}

/** Lists each use of the patient's data by other people, from the manifests and the audit log (REQ-PAT-14). */
const readPatientHome = async ({ sql }: Transaction): Promise<PatientHome> => {
  const uses = await sql<PatientHome['uses']>`
    SELECT used_at AS at, reader_role AS "by", centre, means, purpose FROM list_own_data_uses() ORDER BY used_at DESC LIMIT ${maxListedUses}`
  const [year] = await sql<{ uses: number }[]>`
    SELECT count(*)::int AS uses FROM list_own_data_uses() WHERE used_at >= date_trunc('year', now(), 'Europe/Rome')`
  return { uses, usesThisYear: year?.uses ?? 0 }
}

/** The home pages of staff and patients (REQ-UI-12). */
export const home = (deps: Pick<Deps, 'database'>): Home => ({
  staff: async (caller) => ({
    ...(await readTransaction(deps, caller, (tx) => readStaffHome(tx, caller))),
    // Imports belong to a centre, so the area of another role does not count.
    lastImports: mayUse(getPrincipals(caller.actor), 'imports:see')
      ? await readTransaction(deps, caller, listLastImports, { asRole: 'CenterAdmin' })
      : [],
  }),
  patient: async (caller) => {
    if (caller.actor.kind !== 'patient') throw new AppError('permission_denied')
    const found = await readTransaction(deps, caller, readPatientHome)
    caller.recordRead(buildOwnReadTrace(caller.actor.patientId, ['EXPORTS']))
    return found
  },
})
