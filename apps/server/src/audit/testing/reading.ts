import { expect } from 'vitest'
import type { DataKind } from '@registry/domain/access/data-kinds'
import type { DataUse } from '@registry/api-contract/home'

/** The newest use in the patient's list after a read by others. Its reader and centre follow from the username. */
type Shown = {
  readonly source: DataUse['source']
  readonly kinds: readonly DataKind[]
  readonly purpose?: string
  /** The number of uses that the calls add, one by default. */
  readonly uses?: number
}

/**
 * Calls of a command that reads patient data: the username and the reads of its audit entry (REQ-ADM-01), and the use that the patient
 * sees (REQ-PAT-14). An empty username comes from the result of the call. A read of own data, or of counts only, is no use.
 */
export type Reading = readonly [who: () => string, call: () => Promise<unknown>, reads: () => unknown, shown?: Shown]

/** The readings of each command, by the name of its procedure or path. */
export type Readings = Readonly<Record<string, readonly Reading[]>>

/** A read of a record that contains these kinds of data. The reads of a day are one use, with the kinds of all. */
export const inRecord = (...kinds: readonly DataKind[]): Shown => ({ source: 'record', kinds: expect.arrayContaining([...kinds]) })

export const wholeRecord = inRecord('registration', 'identity', 'personal', 'medical', 'consents')
