import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Communication, CommunicationOptions, CommunicationCount } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import { findCommunicationErrors, type CommunicationContent } from '@registry/domain/communications/content'
import { listCommunicationOperations, type CommunicationOperation } from '@registry/domain/communications/states'
import { bulkShare } from '@registry/domain/communications/quotas'
import { communicationTypes } from '@registry/domain/communications/types'
import type { Channel } from '@registry/domain/messages/limits'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { readTransaction, writeTransaction, formatScope } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { wakeOutbox } from '../../jobs/outbox.ts'
import { asGlobalAdmin, listOwnAreas, type Labelled, listGlobalAreas } from './areas.ts'
import { formatCommunication, isRounded, showCount } from './format.ts'
import {
  findCommunication,
  findSameDraft,
  insertCommunication,
  listAddressableFilters,
  listCommunicationRows,
  requireAddressableFilter,
  updateCommunication,
  type StoredCommunication,
} from './queries.ts'
import { sendTest } from './send-test.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { selectPatients } from '../../jobs/communications/select-patients.ts'
import { readStoredFilter } from '../filters/stored-filter.ts'

/** Counts the people who would receive a draft now, by the rules that apply when it is sent (REQ-COM-04). */
const countEligible = async (
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

/** Lists the choices of the communication form (REQ-COM-02). */
const listCommunicationOptions = async (tx: Transaction, caller: Caller): Promise<CommunicationOptions> => {
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

const yearMs = 366 * 86_400_000

/** @throws AppError communication_not_found */
const requireCommunication = async (tx: Transaction, id: number): Promise<StoredCommunication> => {
  const found = await findCommunication(tx, id)
  if (!found) throw new AppError('communication_not_found')
  return found
}

type Target = { readonly id: number; readonly version: number }

/** Locks a communication. @throws AppError communication_not_found, communication_changed, communication_state_wrong */
const requireOperation = async (
  tx: Transaction,
  { id, version }: Target,
  operation: CommunicationOperation,
): Promise<StoredCommunication> => {
  const found = await findCommunication(tx, id, true)
  if (!found) throw new AppError('communication_not_found')
  // A communication that is being sent gets new versions without an edit.
  if (found.version !== version && found.state === 'draft') throw new AppError('communication_changed', { who: found.changedBy ?? '' })
  if (!listCommunicationOperations(found.state).includes(operation)) throw new AppError('communication_state_wrong')
  return found
}

/** @throws AppError validation_failed */
const requireContent = async (tx: Transaction, caller: Caller, content: CommunicationContent): Promise<void> => {
  const errors = { ...findCommunicationErrors(content) }
  if (content.areaid !== null && !(await listOwnAreas(tx, caller)).some(({ id }) => id === content.areaid))
    errors['areaid'] ??= { code: 'communication_area_outside' }
  if (content.filterId !== null) {
    const filters = await listAddressableFilters(tx)
    if (!filters.some(({ id }) => id === content.filterId)) errors['filterId'] ??= { code: 'communication_filter_wrong' }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Messages and newsletters to many people. The jobs of `apps/server/src/jobs/communications` send them. */
export const communications = (deps: Deps): Services['communications'] => {
  const find = async (tx: Transaction, id: number): Promise<Communication> => formatCommunication(tx, await requireCommunication(tx, id))

  /** @throws AppError validation_failed for a time in the past or more than a year ahead */
  const chooseTime = (at: string | null): string => {
    const now = deps.clock()
    if (at === null) return now.toISOString()
    const chosen = new Date(at)
    // A minute passes between choosing and sending.
    const isLate = chosen.getTime() < now.getTime() - 60_000
    if (isLate || chosen.getTime() > now.getTime() + yearMs) throw validationError({ at: { code: 'communication_time_wrong' } })
    return chosen.toISOString()
  }

  return {
    list: (caller) =>
      readTransaction(
        deps,
        caller,
        async (tx) => (await listCommunicationRows(tx)).map(({ texts, ...row }) => ({ ...row, subject: texts[caller.language].subject })),
        asGlobalAdmin,
      ),
    options: (caller) => readTransaction(deps, caller, (tx) => listCommunicationOptions(tx, caller), asGlobalAdmin),
    get: (caller, { id }) => readTransaction(deps, caller, (tx) => find(tx, id), asGlobalAdmin),
    count: (caller, { id }) =>
      readTransaction(deps, caller, async (tx) => countEligible(deps, tx, caller, await requireCommunication(tx, id)), asGlobalAdmin),
    create: (caller, content) =>
      writeTransaction(
        deps,
        caller,
        async (tx) => {
          await requireContent(tx, caller, content)
          const id = (await findSameDraft(tx, content)) ?? (await insertCommunication(tx, content))
          caller.note(`communication ${id}`)
          return find(tx, id)
        },
        asGlobalAdmin,
      ),
    change: (caller, { id, version, ...content }) =>
      writeTransaction(
        deps,
        caller,
        async (tx) => {
          await requireOperation(tx, { id, version }, 'change')
          await requireContent(tx, caller, content)
          await updateCommunication(tx, id, content)
          caller.note(`communication ${id}`)
          return find(tx, id)
        },
        asGlobalAdmin,
      ),
    sendTest: (caller, action) =>
      writeTransaction(deps, caller, async (tx) => sendTest(deps, tx, caller, await requireOperation(tx, action, 'test')), asGlobalAdmin),
    schedule: async (caller, { id, version, at, password }) => {
      const time = chooseTime(at)
      await deps.reauthenticate(caller, password)
      return writeTransaction(
        deps,
        caller,
        async (tx) => {
          await requireContent(tx, caller, await requireOperation(tx, { id, version }, 'schedule'))
          await tx.sql`UPDATE communication SET state = 'scheduled', scheduled_for = ${time} WHERE id = ${id}`
          await wakeOutbox(tx)
          caller.note(`communication ${id} for ${time}`)
          return find(tx, id)
        },
        asGlobalAdmin,
      )
    },
    cancel: (caller, action) =>
      writeTransaction(
        deps,
        caller,
        async (tx) => {
          await requireOperation(tx, action, 'cancel')
          await tx.sql`UPDATE communication SET state = 'cancelled' WHERE id = ${action.id}`
          caller.note(`communication ${action.id}`)
          return find(tx, action.id)
        },
        asGlobalAdmin,
      ),
  }
}
