/** Options of a verification. It reports its progress and stops between two batches if the signal aborts. */
export type VerificationOptions = {
  readonly signal?: AbortSignal
  /** @param rows checked rows of this kind */
  readonly progress?: (kind: string, rows: number) => void
}
