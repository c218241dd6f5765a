import type { Role } from './roles.ts'

/**
 * What an operation may answer with of patients' data, declared beside its permission (D11): data of other people's records,
 * the signed-in patient's own, or numbers counted over records. An operation that declares none answers with none.
 */
export const readScopes = ['patients', 'own', 'counts'] as const
export type ReadScope = (typeof readScopes)[number]

/** What the log keeps of data that were read, beside who read them (D11): whose, which columns, how many; never a value. */
export type ReadTrace = {
  /** By what the patients were chosen: a filter and its version, a centre, an area, or the patient. */
  readonly whose: string
  readonly columns: readonly string[]
  readonly count: number
  /** Their numbers in the registry; kept beside the entry, where each patient is shown the reading and who leaves is taken off (D8, D11). */
  readonly patients?: readonly number[]
  /** In what part the reader read, where it was one of several. */
  readonly role?: Role
  /** The saved filter by which the patients were found. */
  readonly filter?: { readonly id: number; readonly version: number }
  /** Keyed hash of all their numbers in ascending order, so that two readings of the same set can be told from others. */
  readonly setHash?: string
}
