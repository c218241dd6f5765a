import { quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import type { Field } from '@registry/domain/fields/dictionary'
import { observedAnalytes, type ObservedAnalyte } from '@registry/domain/observations/analytes'
import { listResultColumns, type ResultDays } from '@registry/domain/observations/exported-results'
import type { OutputColumn } from '@registry/tabular/write/column'
import { listNeededColumns, resultViews, type PatientView } from '../../filter-query.ts'

/** The dated results of a package, and what its manifest says about them (REQ-EXP-15). */
export type PackedResults = {
  readonly days: ResultDays
  readonly analytes: readonly ObservedAnalyte[]
  readonly columns: readonly OutputColumn[]
  readonly copy: string
  readonly counts: ResultCounts
}

type ResultCounts = {
  readonly results: number
  readonly patients: number
  /** Patients whose days of results no other patient of the file has. */
  readonly uniquePatterns: number
}

type ResultOptions = {
  readonly days: ResultDays
  /** The exported fields: a package has the results of their analytes only. */
  readonly fields: readonly Field[]
  /** The patients as SQL, with id, number in the file, and consents. */
  readonly numbered: string
  readonly view: PatientView
  readonly generalised: boolean
}

/** The analytes of which a field is exported. */
const listAnalytes = (fields: readonly Field[]): readonly ObservedAnalyte[] => {
  const names = new Set(fields.map(({ name }) => name))
  return observedAnalytes.filter(({ field, statistics }) =>
    [field, ...statistics.map((one) => one.field)].some(({ name }) => names.has(name)),
  )
}

const quote = (text: string): string => quotedLiterals(text, 'text')

/** Days count from the patient's first exported result, so they reveal no date. */
const formatDay = ({ days, generalised }: Pick<ResultOptions, 'days' | 'generalised'>): string => {
  if (days === 'days') return 'result.taken_on - min(result.taken_on) OVER (PARTITION BY patient.number)'
  return generalised ? `date_trunc('year', result.taken_on)::date` : 'result.taken_on'
}

const buildRows = ({ fields, numbered, view, ...options }: ResultOptions): string => {
  const analytes = listAnalytes(fields)
  const units = analytes.map(({ name, field }) => `(${quote(name)}, ${quote(field.unit ?? '')})`)
  const consents = [...new Set(analytes.flatMap(({ field }) => listNeededColumns(field)))].map((consent) => `patient.${consent}`)
  if (analytes.length === 0)
    return `SELECT 0 AS number, '' AS analyte, 0 AS value, '' AS comparator, '' AS unit, 0 AS day, 0 AS entry WHERE false`
  return `SELECT patient.number, result.analyte, result.standard_value::double precision AS value, result.comparator, nullif(listed.unit, '') AS unit,
      ${formatDay(options)} AS day, result.number AS entry
    FROM (${numbered}) AS patient JOIN ${resultViews[view]} AS result ON result.patient_id = patient.id
    JOIN (VALUES ${units.join(', ')}) AS listed (analyte, unit) ON listed.analyte = result.analyte
    WHERE ${consents.join(' AND ')}`
}

/** Prepares the results of the patients of a package, in the snapshot that selected them. */
export const packResults = async ({ sql }: Transaction, options: ResultOptions): Promise<PackedResults> => {
  const rows = buildRows(options)
  const [counts] = await sql.unsafe<ResultCounts[]>(`
    SELECT coalesce(sum(results * patients), 0)::integer AS results, coalesce(sum(patients), 0)::integer AS patients,
      coalesce(sum(patients) FILTER (WHERE patients = 1), 0)::integer AS "uniquePatterns"
    FROM (
      SELECT results, count(*) AS patients FROM (
        SELECT count(*) AS results, md5(string_agg(analyte || ' ' || day, ',' ORDER BY analyte, day)) AS pattern FROM (${rows}) AS result GROUP BY number
      ) AS patient GROUP BY pattern, results
    ) AS alike`)
  if (!counts) throw new Error('the results of a package were not counted')
  return {
    days: options.days,
    analytes: listAnalytes(options.fields),
    columns: listResultColumns(options.days).map(({ name, type }) => ({ name, type: type === 'string' ? 'text' : type, unguarded: true })),
    copy: `COPY (SELECT number, analyte, value, comparator, unit, day FROM (${rows}) AS result ORDER BY number, analyte, day, entry) TO STDOUT`,
    counts,
  }
}
