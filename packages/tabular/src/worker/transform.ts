import type { Batch } from '../table.ts'

/** The result of a transform for one batch: bytes, which are moved to the caller, and a cloneable report. */
export type TransformStep<Report> = { readonly bytes?: Uint8Array<ArrayBuffer>; readonly report?: Report }

/** Transforms the rows of one file in the reader process. `end` is called once, after the last batch. */
export type RowTransform<Report> = {
  batch(batch: Batch): TransformStep<Report>
  end?(): TransformStep<Report>
}

/**
 * The exports of a transform module. The reader process calls `createTransform` once per file.
 * Options and reports are copied between processes, so they are plain data.
 */
export type TransformModule<Options, Report> = { createTransform(options: Options): RowTransform<Report> | Promise<RowTransform<Report>> }
