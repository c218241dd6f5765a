/** Who waits for a verification: is told how far it is, and may end it between two batches. */
export type Watch = {
  readonly signal?: AbortSignal
  /** @param rows checked so far of this kind */
  readonly progress?: (kind: string, rows: number) => void
}
