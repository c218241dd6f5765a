import type { Batch } from './table.ts'

/** What a transform makes of a batch: bytes for the caller to send on (they are moved, not copied) and a report of any cloneable shape. */
export type TransformStep<Report> = { readonly bytes?: Uint8Array<ArrayBuffer>; readonly report?: Report }

/** Work on the rows of one file, done in the process that reads it. `end` comes once, after the last batch. */
export type RowTransform<Report> = {
  batch(batch: Batch): TransformStep<Report>
  end?(): TransformStep<Report>
}

/**
 * What a transform's module exports: `createTransform`, called once for a file, in the reading process.
 * Options and reports are copied between processes: plain data only.
 */
export type TransformModule<Options, Report> = { createTransform(options: Options): RowTransform<Report> | Promise<RowTransform<Report>> }
