import type { Caller } from '@registry/api-contract/caller'
import type { CommunicationOptions } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import { bulkShare } from '@registry/domain/communications/quotas'
import { communicationTypes } from '@registry/domain/communications/types'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { listAddressableFilters } from './addressable-filters.ts'
import { type Labelled, listOwnAreas } from './areas.ts'

/** Lists the choices of the communication form (REQ-COM-02). */
export const listCommunicationOptions = async (tx: Transaction, caller: Caller): Promise<CommunicationOptions> => {
  const { language } = caller
  const labels = await tx.sql<Labelled[]>`
    SELECT id, trans_it AS it, trans_en AS en FROM reference_value WHERE table_name = 'svc_msg_type' AND id = ANY (${[...communicationTypes]}::text[])`
  const filters = await listAddressableFilters(tx)
  const areas = await listOwnAreas(tx, caller)
  const limits = await readNotificationLimits(tx)
  return {
    types: communicationTypes.map((id) => ({ id, label: labels.find((label) => label.id === id)?.[language] ?? id })),
    filters: [...filters],
    areas: areas.map(({ id, parent, leaf, level, ...names }) => ({ id, parent, leaf, level, label: names[language] })),
    perDay: { mail: Math.floor(limits.inAll.mail * bulkShare), sms: Math.floor(limits.inAll.sms * bulkShare) },
  }
}
