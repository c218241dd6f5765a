import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { describeExpression } from '@registry/domain/expression/describe'
import type { Expression } from '@registry/domain/expression/expression'
import type { Condition } from '@registry/domain/filter/condition'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import type { Language } from '@registry/domain/language'
import { findLabel } from '@registry/domain/reference/reference-values'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { readStoredFilter } from '../filters/stored-filter.ts'

/** The filter that selects the candidates of a study. */
export type StudyFilter = {
  readonly id: number
  readonly version: number
  readonly fields: FieldSelection
  readonly condition: Condition
  readonly where: Expression
}

/** Reads the filter of a study. @throws AppError filter_broken if a field or a value no longer exists (REQ-FIL-08) */
export const findStudyFilter = async ({ sql }: Transaction, studyId: string): Promise<StudyFilter> => {
  const [row] = await sql<{ id: number; version: number; fields: unknown; condition: unknown }[]>`
    SELECT f.id, f.version, f.fields, f.condition FROM clinical_study AS s JOIN saved_filter AS f ON f.id = s.filter_id WHERE s.id = ${studyId}`
  if (!row) throw new AppError('study_not_found')
  const { fields, where: condition } = await readStoredFilter(row.fields, row.condition)
  if (!fields || !condition) throw new AppError('filter_broken', { id: row.id })
  return { id: row.id, version: row.version, fields, condition, where: buildExpression(condition) }
}

/** The conditions of a filter, each of which a patient meets or not. A filter without conditions has none. */
export const listConditions = ({ condition, where }: StudyFilter): readonly Expression[] => {
  if (condition.kind === 'predicates') return where.op === 'and' ? where.of : condition.predicates.length === 0 ? [] : [where]
  return [where]
}

/** Describes the conditions in words (REQ-STU-17). */
export const describeConditions = async (tx: Transaction, filter: StudyFilter, language: Language): Promise<string[]> => {
  const values = await readReferenceValues(tx)
  const findValueLabel = (table: Parameters<typeof values>[0], id: string): string | undefined => {
    const value = values(table).find((one) => one.id === id)
    return value && findLabel(value, language)
  }
  return listConditions(filter).map((one) => describeExpression(one, { language, findLabel: findValueLabel }))
}
