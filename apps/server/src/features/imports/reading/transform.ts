import { BlockRows } from './block-rows.ts'
import type { ReadingOptions, RowReader } from './options.ts'

/** The reader calls it once for each file. */
export const createTransform = async (options: ReadingOptions): Promise<RowReader> => {
  if (options.command !== 'createPatients') return new BlockRows(options, options.command)
  // Metadata of telephone numbers cost a new process 50 ms of CPU; only files of new patients need them (decision 16).
  const { NewPatients } = await import('./new-patients.ts')
  return new NewPatients(options)
}
