import { correctionDays } from '@registry/domain/corrections/corrections'
import { compileExpression, quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import { followUpFields, minimumSections, minimumSet, type FollowUpField, type IndicatorName } from '@registry/domain/indicators/indicators'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import { buildNotApplying } from '@registry/domain/rules/applies'
import { readReferenceValues } from '../reference-values.ts'
import { buildOverdue, isCounted, isFollowedUp, readFollowUpMonths } from './overdue.ts'
import { alias, answered, storedValue } from './stored-record.ts'

/** An indicator as SQL: the counted values, the total, and the number of patients. */
type Indicator = {
  readonly name: IndicatorName
  readonly counted: string
  readonly total: string
  readonly from: string
  readonly where?: string
}

const joinDataDomain = (table: 'patient_personal' | 'patient_medical'): string =>
  `patient JOIN ${table} AS ${alias[table]} ON ${alias[table]}.patient_id = patient.id`

/** Whether a field applies to a stored record, as SQL (REQ-CRF-18). */
const applies = (name: FieldName, referenceValues: ReferenceValues, today: string): string => {
  const unmet = buildNotApplying(name, referenceValues)
  return unmet ? `(${compileExpression(unmet, { bind: quotedLiterals, column: storedValue, today })}) IS NOT TRUE` : 'true'
}

const buildCompleteness = (referenceValues: ReferenceValues, today: string): readonly Indicator[] =>
  minimumSections.map((section): Indicator => {
    const table = section === 'Personal Data' ? 'patient_personal' : 'patient_medical'
    const fields = minimumSet[section].map((name) => ({ field: getField(name), applying: applies(name, referenceValues, today) }))
    return {
      name: `complete ${section}`,
      counted: fields.map(({ field, applying }) => `count(*) FILTER (WHERE ${applying} AND ${answered(field)} IS NOT NULL)`).join(' + '),
      total: fields.map(({ applying }) => `count(*) FILTER (WHERE ${applying})`).join(' + '),
      from: joinDataDomain(table),
    }
  })

const countOverdue = (name: FollowUpField, months: number): Indicator => ({
  name: `overdue ${name}`,
  counted: `count(*) FILTER (WHERE ${buildOverdue(name, months)})`,
  total: 'count(*)',
  from: joinDataDomain('patient_medical'),
  where: isFollowedUp,
})

const openDiscrepancy = `EXISTS (SELECT FROM record_discrepancy AS discrepancy WHERE discrepancy.patient_id = patient.id AND discrepancy.state = 'open')`
const overdueCorrection = `EXISTS (SELECT FROM correction_request AS request WHERE request.patient_id = patient.id AND request.state = 'OPEN'
  AND request.asked_at < now() - make_interval(days => ${correctionDays}))`
const others: readonly Indicator[] = [
  { name: 'discrepancies', counted: `count(*) FILTER (WHERE ${openDiscrepancy})`, total: 'count(*)', from: 'patient' },
  { name: 'corrections', counted: `count(*) FILTER (WHERE ${overdueCorrection})`, total: 'count(*)', from: 'patient' },
  {
    name: 'consent answered',
    counted: 'count(*) FILTER (WHERE patient.c_db_p IS NOT NULL AND patient.c_db_m IS NOT NULL)',
    total: 'count(*)',
    from: 'patient',
  },
  { name: 'consent personal', counted: 'count(*) FILTER (WHERE patient.c_db_p)', total: 'count(*)', from: 'patient' },
  { name: 'consent medical', counted: 'count(*) FILTER (WHERE patient.c_db_m)', total: 'count(*)', from: 'patient' },
]

/** Computes the indicators of a centre as sets. Stores them for its page and the medians of the network (REQ-CRF-12). */
export const storeCentreIndicators = async (tx: Transaction, centre: string, today: string): Promise<void> => {
  const months = await readFollowUpMonths(tx)
  const indicators = [
    ...buildCompleteness(await readReferenceValues(tx), today),
    ...followUpFields.map((name) => countOverdue(name, months[name])),
    ...others,
  ]
  const selects = indicators.map(
    ({ name, counted, total, from, where = 'true' }) =>
      `SELECT '${name}', (${counted})::integer, (${total})::integer, count(*)::integer FROM ${from} WHERE patient.centre_code = $1 AND ${isCounted} AND ${where}`,
  )
  // The statement consists of names of the dictionary and of whole numbers (THREAT-03).
  await tx.sql.unsafe(
    `INSERT INTO centre_indicator (centre_code, name, counted, total, patients)
    SELECT $1, indicator.name, indicator.counted, indicator.total, indicator.patients
    FROM (${selects.join(' UNION ALL ')}) AS indicator (name, counted, total, patients) WHERE $2::date IS NOT NULL
    ON CONFLICT (centre_code, name) DO UPDATE SET counted = excluded.counted, total = excluded.total, patients = excluded.patients
    WHERE (centre_indicator.counted, centre_indicator.total, centre_indicator.patients) <> (excluded.counted, excluded.total, excluded.patients)`,
    [centre, today],
  )
}
