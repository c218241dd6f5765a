import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterCounts, FilterDraft } from '@registry/api-contract/saved-filters'
import { withRole, type Transaction } from '@registry/db/transaction'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { roundCount } from '@registry/domain/access/small-groups'
import { AppError } from '@registry/domain/error'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { blockConsents } from '@registry/domain/fields/block-consent'
import { buildExpression } from '@registry/domain/filter/condition'
import { buildCountChain, listCountSteps, listNeededConsents, type Removed } from '@registry/domain/filter/count-steps'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { formatScope, readTransaction } from '../../audit/operation.ts'
import { runCancellable } from './cancellable.ts'
import { queryStepCounts, queryUnregistered, sumStepCounts, type StepCounts } from './count-query.ts'
import { requireHeldRole } from './run-role.ts'

/** Code of Postgres for a statement that was cancelled, also by its time limit. */
const queryCanceled = '57014'

/** Only the role of a centre knows the counted patients by name, so only its counts are exact (REQ-FIL-11). */
const isRounded = (role: FilterDraft['asRole']): boolean => patientScopeByRole[role] !== 'centre'

type Counted = { readonly unregistered: Removed; readonly counts: StepCounts }

const countPatients = async (tx: Transaction, { where }: FilterDraft, today: string, signal: AbortSignal): Promise<Counted> => {
  // Nobody waits longer for a number beside a form.
  await tx.sql`SET LOCAL statement_timeout = '10s'`
  const steps = listCountSteps(where)
  const [unregistered = { removed: 0, unknown: 0 }] = await runCancellable(() => queryUnregistered(tx.sql), signal)
  const rows = await withRole(tx, 'registry_filter', ({ sql }) =>
    runCancellable(() => queryStepCounts(sql, steps, buildExpression(where), today), signal),
  )
  return { unregistered, counts: sumStepCounts(rows, steps.length) }
}

const toFilterCounts = ({ asRole, where }: FilterDraft, { unregistered, counts }: Counted): FilterCounts => {
  const rounded = isRounded(asRole)
  const show = (count: number): number | null => (rounded ? roundCount(count) : count)
  const registered = counts.removed.reduce((sum, { removed }) => sum + removed, counts.remaining)
  const chain = buildCountChain(registered + unregistered.removed, [unregistered, ...counts.removed], rounded)
  const consents = ['c_db', ...listNeededConsents(where)] as const
  return {
    isRounded: rounded,
    visible: chain.visible,
    steps: chain.steps.map((numbers, index) => ({ consent: consents[index] ?? null, ...numbers })),
    anonymous: show(counts.anonymous),
    withheld: blockConsents.map((consent) => ({ consent, patients: show(counts.withheld[consent]) })),
  }
}

/**
 * Counts the patients of filters that are being edited (REQ-FIL-10). A newer count of the same person, or a client that leaves, cancels
 * the older count in the database.
 */
export const createFilterCounter = (deps: Deps) => {
  const running = new Map<string, AbortController>()
  return async (caller: Caller, draft: FilterDraft, left?: AbortSignal): Promise<FilterCounts> => {
    const { asRole } = draft
    requireHeldRole(caller, asRole)
    const person = formatActorName(caller.actor)
    const newer = new AbortController()
    running.get(person)?.abort()
    running.set(person, newer)
    const signal = left ? AbortSignal.any([newer.signal, left]) : newer.signal
    try {
      const counted = await readTransaction(deps, caller, (tx) => countPatients(tx, draft, formatItalianDay(deps.clock()), signal), {
        asRole,
        isolation: 'isolation level repeatable read read only',
      })
      const answer = toFilterCounts(draft, counted)
      const columns = listExpressionFields(buildExpression(draft.where))
      const count = counted.counts.remaining
      caller.recordRead({ whose: `${formatScope(caller, { asRole })}, a filter being edited`, columns, count, role: asRole })
      return answer
    } catch (error) {
      if (signal.aborted) throw new AppError('count_superseded')
      if (error instanceof Error && 'code' in error && error.code === queryCanceled) throw new AppError('busy', { seconds: 5 })
      throw error
    } finally {
      if (running.get(person) === newer) running.delete(person)
    }
  }
}
