import type { Role } from './roles.ts'

/**
 * Patient data that an operation may return: other people's records, the patient's own, or counts over records.
 * Each procedure declares it with its permission. Without a declaration it returns none.
 */
export const readScopes = ['patients', 'own', 'counts'] as const
export type ReadScope = (typeof readScopes)[number]

/** Audit record of a read: patients, columns, count and condition; never a patient’s value (REQ-ADM-01). */
export type ReadTrace = {
  /** Selection of the patients: a filter and its version, a centre, an area, or the patient. */
  readonly whose: string
  readonly columns: readonly string[]
  readonly count: number
  /** Their registry ids, stored with the entry. Each patient sees the read, and withdrawal removes the id (REQ-CON-08). */
  readonly patients?: readonly number[]
  /** The role of the reader, if the reader has several. */
  readonly role?: Role
  /** Whether the data left as a file. An export has a manifest in its place. */
  readonly file?: boolean
  /** Whether the patients were selected to receive a message; nobody read them. */
  readonly message?: boolean
  /** The condition that selected the patients, without constants that are compared with a free text. */
  readonly condition?: string
  /** The saved filter that selected the patients. */
  readonly filter?: { readonly id: number; readonly version: number }
  /** The study whose participants were read. */
  readonly study?: string
  /** Keyed hash of all their ids in ascending order. Reads of the same set have the same hash. */
  readonly setHash?: string
}
