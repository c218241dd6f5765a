import type { TransformModule } from '@registry/tabular/transform'
import { BlockRows } from './block-rows.ts'
import { NewPatients } from './new-patients.ts'
import type { ReadingOptions, ReadingReport } from './options.ts'

/** Run by the reader, once for a file. */
export const createTransform: TransformModule<ReadingOptions, ReadingReport>['createTransform'] = (options) =>
  options.command === 'createPatients' ? new NewPatients(options) : new BlockRows(options, options.command)
