import type { Services } from '@registry/api-contract/services'
import type { CentreIndicators } from '@registry/api-contract/indicators'
import type { Transaction } from '@registry/db/transaction'
import { consentSteps, followUpFields, minimumSections, minimumSet, type IndicatorName } from '@registry/domain/indicators/indicators'
import { readTransaction } from '../../audit/operation.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import type { Deps } from '../../app/deps.ts'
import { readFollowUpMonths } from '../../shared/record-checks/overdue.ts'

const uploadsShown = 5
const columns = ['C_DB', 'C_DB_P', 'C_DB_M', ...minimumSections.flatMap((section): readonly string[] => minimumSet[section])]

type Stored = {
  readonly name: string
  readonly counted: number
  readonly total: number
  readonly patients: number
  readonly network: number | null
}

const readIndicators = async (
  tx: Transaction,
  centre: string,
): Promise<{ readonly indicators: CentreIndicators; readonly patients: number }> => {
  const { sql } = tx
  const stored = await sql<Stored[]>`
    SELECT own.name, own.counted, own.total, own.patients, median.percent AS network
    FROM centre_indicator AS own LEFT JOIN list_network_medians() AS median ON median.name = own.name WHERE own.centre_code = ${centre}`
  const [check] = await sql<{ day: string }[]>`SELECT checked_on::text AS day FROM centre_check WHERE centre_code = ${centre}`
  const months = await readFollowUpMonths(tx)
  const uploads = await sql<CentreIndicators['uploads']>`
    SELECT at, command, actor, ok, ko FROM import_run WHERE centre_code = ${centre} ORDER BY at DESC LIMIT ${uploadsShown}`
  const find = (name: IndicatorName) => {
    const { counted = 0, total = 0, network = null } = stored.find((indicator) => indicator.name === name) ?? {}
    return { counted, total, network }
  }
  return {
    patients: stored.find(({ name }) => name === 'consent answered')?.patients ?? 0,
    indicators: {
      checkedOn: check?.day ?? null,
      completeness: minimumSections.map((section) => ({ section, share: find(`complete ${section}`) })),
      overdue: followUpFields.map((field) => ({ field, months: months[field], share: find(`overdue ${field}`) })),
      discrepancies: find('discrepancies'),
      corrections: find('corrections'),
      consents: consentSteps.map((step) => ({ step, share: find(`consent ${step}`) })),
      uploads,
    },
  }
}

/** The indicators of a centre, from its last check, with the medians of the network (REQ-CRF-12). */
export const indicators = (deps: Deps): Services['indicators'] => ({
  read: async (caller, query) => {
    const centre = findCallerCentre(caller, query.centre)
    const { indicators, patients } = await readTransaction(deps, caller, (tx) => readIndicators(tx, centre), { centre })
    caller.recordRead({ whose: `centre ${centre}`, columns, count: patients })
    return indicators
  },
})
