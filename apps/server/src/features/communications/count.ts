import type { Caller } from '@registry/api-contract/caller'
import type { CommunicationCount } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import type { Channel } from '@registry/domain/messages/limits'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { formatScope } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { selectPatients } from '../../jobs/communications/select-patients.ts'
import { readStoredFilter } from '../filters/stored-filter.ts'
import { requireAddressableFilter } from './addressable-filters.ts'
import { isRounded, showCount } from './format.ts'
import { asGlobalAdmin, listGlobalAreas } from './areas.ts'
import type { StoredCommunication } from './queries.ts'

/** Counts the people who would receive a draft now, by the rules that apply when it is sent (REQ-COM-04). */
export const countEligible = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  caller: Caller,
  { id, type, filterId, filterVersion, filterCondition }: StoredCommunication,
): Promise<CommunicationCount> => {
  // Another person may have changed the filter since the draft was written.
  await requireAddressableFilter(tx, filterId)
  const { where } = await readStoredFilter(null, filterCondition)
  const ids = filterId === null ? null : await selectPatients(tx, filterCondition, formatItalianDay(clock()))
  const rows = await tx.sql<{ channel: Channel; number: number }[]>`
    SELECT channel, number FROM count_eligible_recipients(${id}, ${listGlobalAreas(caller)}::text[], ${ids})`
  const count = (channel: Channel): number => rows.find((row) => row.channel === channel)?.number ?? 0
  caller.recordRead({
    whose: `${formatScope(caller, asGlobalAdmin)}, communication ${id}`,
    columns: [],
    count: count('mail') + count('sms'),
    role: asGlobalAdmin.asRole,
    ...(filterId !== null && filterVersion !== null && { filter: { id: filterId, version: filterVersion } }),
    ...(where && { condition: formatLoggedCondition(buildExpression(where)) }),
  })
  return { isRounded: isRounded(type), mail: showCount(type, count('mail')), sms: showCount(type, count('sms')) }
}
