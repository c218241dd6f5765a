import { dataDomainColumns, type ImportCommand } from '@registry/domain/imports/columns'
import type { Batch, Cell } from '@registry/tabular/table'
import { DataDomainRows } from '../reading/data-domain-rows.ts'
import { NewPatients } from '../reading/new-patients.ts'
import type { ReadingOptions, ReadingReport, RowReader } from '../reading/options.ts'

const defaultOptions: ReadingOptions & { readonly command: Exclude<ImportCommand, 'putObservations'> } = {
  command: 'putMedicalData',
  today: '2026-03-01',
  listed: { svc_tt: ['REGULAR', 'ON_DEMAND'], icd9: ['038.2', '282.4'], login_mode: ['Email', 'Mobile'], svc_sex: ['F', 'M'] },
  labels: { svc_tt: { REGULAR: ['Regolare', 'Regular'] } },
  prefixes: ['+39'],
}

/** Builds a batch of rows like a table reader. Its rows are numbered from `from`. */
export const buildBatch = (
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { from = 1, decimalComma = false } = {},
): Batch => ({
  columns,
  decimalComma,
  sparse: false,
  ignored: [],
  rows: rows.map((cells, index) => ({ number: from + index, cells })),
})

type Step = { readonly lines: readonly string[]; readonly report: ReadingReport | undefined }

/** The results of a transform for each batch and at its end: the lines for COPY and the reports. */
type Changes = Partial<ReadingOptions> & { readonly command?: Exclude<ImportCommand, 'putObservations'> }

export const readBatches = (changes: Changes, ...batches: readonly Batch[]) => {
  const options = { ...defaultOptions, ...changes }
  const transform: RowReader =
    options.command === 'createPatients' ? new NewPatients(options) : new DataDomainRows(options, dataDomainColumns[options.command])
  const steps = batches.map((batch): Step => {
    const { bytes, report } = transform.batch(batch)
    return {
      lines: Buffer.from(bytes ?? [])
        .toString()
        .split('\n')
        .slice(0, -1),
      report,
    }
  })
  const done = transform.end?.().report
  if (done?.kind !== 'done') throw new Error('the transform sent no end')
  return { steps, done, lines: steps.flatMap(({ lines }) => lines) }
}
