import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import type { Field } from '@registry/domain/fields/dictionary'
import { patientNumber } from '@registry/domain/observations/exported-results'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import type { LabelledReferenceValues } from '../../../../shared/reference-values.ts'
import type { OutputColumn } from '@registry/tabular/write/column'
import type { Indicator } from '../../filter-query.ts'
import { readValuesAndAreas } from '../labelled-values.ts'
import type { SelectedPatients, Export } from '../manifest.ts'
import type { PreparedExport } from '../stream-export.ts'
import { buildPackage } from './build-package.ts'
import { listIndicators } from './indicators.ts'
import type { PackedResults } from './observations.ts'
import { pseudonym } from './variables.ts'

/** The parts of a package, and the columns of its data. */
type Package = {
  readonly pack: NonNullable<PreparedExport['pack']>
  readonly indicators: readonly Indicator[]
  readonly columns: readonly OutputColumn[]
}

type PackageOptions = {
  /** The columns of a file of the same data. */
  readonly columns: readonly OutputColumn[]
  readonly fields: readonly Field[]
  /** Whether the last column has the reasons of missing values (REQ-EXP-12). */
  readonly missingReasons: boolean
  /** The dated results, if the person chose them (REQ-EXP-15). */
  readonly results?: PackedResults | undefined
  /** The facts of the export, for the manifest of the package. */
  readonly source: (referenceValues: LabelledReferenceValues) => Readonly<Record<string, unknown>>
}

/**
 * Prepares the parts of a package in addition to the data. They are complete before the first byte, so a problem is a normal response
 * (REQ-EXP-08). A repeated package has the parts of the first one (REQ-EXP-11).
 */
export const preparePackage = async (
  tx: Transaction,
  { actor }: Caller,
  { columns, fields, missingReasons, results, source }: PackageOptions,
  { id, asRole, studyId, precision: { generalise }, asOf, repeats, language }: Export,
  { total, excluded }: Pick<SelectedPatients, 'total' | 'excluded'>,
): Promise<Package> => {
  const referenceValues = await readValuesAndAreas(tx)
  const manifest = {
    export: repeats ?? id,
    at: asOf,
    actor: formatActorName(actor),
    role: asRole,
    ...source(referenceValues),
    rows: total,
    excluded: { consentRefused: excluded.noConsent, consentNotAnswered: excluded.noAnswer, valueMissing: excluded.noValue },
    coarserValues: generalise,
    missingReasons,
    ...(results && { observations: { days: results.days === 'days' ? 'from the first result' : 'dates', ...results.counts } }),
  }
  const codes = new Set<string>(fields.flatMap(({ name, type }) => (type === 'choice' ? [name] : [])))
  const first = studyId === null ? (results ? [patientNumber] : []) : [pseudonym]
  const added = { first, last: missingReasons ? [missingReasonsColumn] : [] }
  const indicators = listIndicators(fields, referenceValues)
  const content = { fields, added, indicators, language, referenceValues, generalised: generalise, rows: total, results, manifest }
  return {
    pack: (data, open) => buildPackage(data, open, content),
    indicators,
    columns: [
      ...(results ? [{ name: patientNumber.name, type: 'number' } as const] : []),
      // A code keeps its value, so that the table of values contains it.
      ...columns.map((column) => (codes.has(column.name) ? { ...column, unguarded: true } : column)),
      ...indicators.map(({ name }) => ({ name, type: 'number' }) as const),
    ],
  }
}
