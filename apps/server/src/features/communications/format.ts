import type { Communication } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import { listCommunicationOperations, recipientStates, type RecipientState } from '@registry/domain/communications/states'
import { communicationKinds, type CommunicationType } from '@registry/domain/communications/types'
import { countRecipients, listCommunicationEvents, type StoredCommunication } from './queries.ts'

/** A GlobalAdmin reads no patients' rows, so patient counts are rounded down to tens (REQ-COM-02). */
export const isRounded = (type: CommunicationType): boolean => communicationKinds[type].audience === 'patients'

/** One person more or less must not be visible, so zero and nine people are both shown as zero. */
export const showCount = (type: CommunicationType, count: number): number => (isRounded(type) ? Math.floor(count / 10) * 10 : count)

export const formatCommunication = async (tx: Transaction, stored: StoredCommunication): Promise<Communication> => {
  const { id, type, state, filterCondition: _condition, filterVersion: _version, ...facts } = stored
  const counts = await countRecipients(tx, id)
  const count = (name: RecipientState): number => counts[name] ?? 0
  return {
    ...facts,
    id,
    type,
    state,
    roles: [...facts.roles],
    operations: [...listCommunicationOperations(state)],
    progress: {
      isRounded: isRounded(type),
      total: showCount(
        type,
        recipientStates.reduce((total, name) => total + count(name), 0),
      ),
      states: {
        waiting: showCount(type, count('waiting')),
        queued: showCount(type, count('queued')),
        sent: showCount(type, count('sent')),
        failed: showCount(type, count('failed')),
        unknown: showCount(type, count('unknown')),
        skipped: showCount(type, count('skipped')),
        cancelled: showCount(type, count('cancelled')),
      },
    },
    history: await listCommunicationEvents(tx, id),
  }
}
