import { dataDomainColumns } from '@registry/domain/imports/columns'
import { DataDomainRows } from './data-domain-rows.ts'
import { BundleRows, ObservationRows } from './observation-rows.ts'
import { PaperConsents } from './paper-consents.ts'
import type { ReadingOptions, RowReader } from './options.ts'

/** The reader process calls it once for each file. */
export const createTransform = async (options: ReadingOptions): Promise<RowReader> => {
  const { command, format } = options
  if (command === 'paperConsents') return new PaperConsents(options)
  if (format === 'fhir') return new BundleRows(options)
  if (command === 'putObservations') return new ObservationRows(options)
  if (command !== 'createPatients') return new DataDomainRows(options, dataDomainColumns[command])
  // Loading the metadata of phone numbers takes 50 ms of CPU, and only files of new patients need them.
  const { NewPatients } = await import('./new-patients.ts')
  return new NewPatients(options)
}
