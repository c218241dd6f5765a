import { numberedParameters } from '@registry/db/sql/expression'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'
import { dataDomainConsents, type DataDomainConsent } from '@registry/domain/fields/data-domain-consent'
import { getField } from '@registry/domain/fields/dictionary'
import type { Expression } from '@registry/domain/expression/expression'
import type { CountStep, Removed } from '@registry/domain/filter/count-steps'
import { compileCondition, formatPatientSource, oneStatement } from '../../filters/filter-query.ts'

/** The patients of one outcome: removed by a step, or by none. */
type OutcomeRow = {
  /** Twice the number of the step, plus one if its condition or consent is unknown. */
  readonly outcome: number
  readonly patients: number
} & Readonly<Record<Lowercase<DataDomainConsent>, number>>

/** The counts of registered patients in the area. */
export type StepCounts = {
  readonly removed: readonly Removed[]
  readonly remaining: number
  /** Remaining patients without each consent. */
  readonly withheld: Readonly<Record<DataDomainConsent, number>>
}

const consentColumns = dataDomainConsents.map((consent) => getField(consent).column)

/**
 * The outcome of a patient whom the steps before have not removed. A condition is computed once, because one about dated results takes as
 * long as reading them.
 */
const buildStep = (step: CountStep, compiled: string, index: number, remaining: string): string => {
  const outcome = index * 2
  if (step.kind === 'condition') return `CASE ${compiled} WHEN true THEN ${remaining} WHEN false THEN ${outcome} ELSE ${outcome + 1} END`
  const { column } = getField(step.consent)
  return `CASE WHEN ${column} IS NOT TRUE AND ${compiled} IS NULL THEN ${outcome} + (${column} IS NULL)::int ELSE ${remaining} END`
}

/**
 * Counts the registered patients by the step that removes them, in one statement and one pass (REQ-FIL-10). The statement is sent when it
 * is awaited, so its caller can cancel it.
 */
export const queryStepCounts = ({ sql, centre }: Transaction, steps: readonly CountStep[], today: string) => {
  const { bind, values } = numberedParameters()
  // Steps share conditions, and each value of a condition is bound once.
  const texts = new Map<Expression, string>()
  const compile = (condition: Expression): string => {
    const text = texts.get(condition) ?? compileCondition(condition, bind, today)
    texts.set(condition, text)
    return text
  }
  const outcome = steps.reduceRight(
    (remaining, step, index) => buildStep(step, compile(step.condition), index, remaining),
    `${steps.length * 2}`,
  )
  const withheld = consentColumns.map((column) => `count(*) FILTER (WHERE ${column} IS NOT TRUE)::int AS ${column}`).join(', ')
  const text = `SELECT outcome, count(*)::int AS patients, ${withheld}
      FROM (SELECT ${consentColumns.join(', ')}, ${outcome} AS outcome FROM ${formatPatientSource({ centre })}) AS checked_patient
      GROUP BY outcome`
  return sql.unsafe<OutcomeRow[]>(text, values, oneStatement)
}

/** Adds up the rows of `queryStepCounts`. */
export const sumStepCounts = (rows: readonly OutcomeRow[], steps: number): StepCounts => {
  const find = (outcome: number): OutcomeRow | undefined => rows.find((row) => row.outcome === outcome)
  const count = (outcome: number): number => find(outcome)?.patients ?? 0
  const remaining = find(steps * 2)
  return {
    removed: Array.from({ length: steps }, (_, index) => {
      const unknown = count(index * 2 + 1)
      return { removed: count(index * 2) + unknown, unknown }
    }),
    remaining: remaining?.patients ?? 0,
    withheld: { C_DB_P: remaining?.c_db_p ?? 0, C_DB_M: remaining?.c_db_m ?? 0 },
  }
}

/** Counts the visible patients who have not given the consent to the registry. Filters do not see them (REQ-FIL-04). */
export const queryUnregistered = (tx: Transaction) =>
  tx.sql<{ removed: number; unknown: number }[]>`
    SELECT count(*)::int AS removed, count(*) FILTER (WHERE c_db IS NULL)::int AS unknown FROM patient WHERE c_db IS NOT TRUE AND ${nameOwnCentre(tx)}`
