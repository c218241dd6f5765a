import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterCounts, FilterDraft } from '@registry/api-contract/saved-filters'
import { withRole, type Transaction } from '@registry/db/transaction'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { roundCount } from '@registry/domain/access/small-groups'
import { AppError } from '@registry/domain/error'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { blockConsents } from '@registry/domain/fields/block-consent'
import type { Condition } from '@registry/domain/filter/condition'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { buildCountChain, listCountSteps, listNeededConsents, type Removed } from '@registry/domain/filter/count-steps'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { formatScope, readTransaction } from '../../audit/operation.ts'
import { toConditionFailure } from '../../filters/condition-failure.ts'
import { runCancellable } from '../../filters/cancellable.ts'
import { queryStepCounts, queryUnregistered, sumStepCounts, type StepCounts } from './count-query.ts'
import { requireHeldRole } from '../../exports/run-role.ts'
import { parseCondition } from '../../free-sql/free-sql.ts'

/** A draft with the tree of its condition. */
type ParsedDraft = Omit<FilterDraft, 'where'> & { readonly where: Condition }

/** Code of Postgres for a statement that was cancelled, also by its time limit. */
const queryCanceled = '57014'

/** Only the role of a centre knows the counted patients by name, so only its counts are exact (REQ-FIL-11). */
const isRounded = (role: ParsedDraft['asRole']): boolean => patientScopeByRole[role] !== 'centre'

/** The patients whom the conditions select, and those who are not registered. */
type Counted = { readonly unregistered: Removed; readonly counts: StepCounts }

const countPatients = async (tx: Transaction, { where }: ParsedDraft, today: string, signal: AbortSignal): Promise<Counted> => {
  // Nobody waits longer for a number beside a form.
  await tx.sql`SET LOCAL statement_timeout = '10s'`
  const steps = listCountSteps(where)
  const [unregistered = { removed: 0, unknown: 0 }] = await runCancellable(() => queryUnregistered(tx), signal)
  const rows = await withRole(tx, 'registry_filter', (inside) =>
    runCancellable(() => queryStepCounts(inside, steps, buildExpression(where), today), signal),
  )
  return { unregistered, counts: sumStepCounts(rows, steps.length) }
}

const toFilterCounts = ({ asRole, where }: ParsedDraft, { unregistered, counts }: Counted): FilterCounts => {
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
  return async (caller: Caller, { asRole, where }: FilterDraft, left?: AbortSignal): Promise<FilterCounts> => {
    requireHeldRole(caller, asRole)
    const draft: ParsedDraft = { asRole, where: await parseCondition(where) }
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
      throw toConditionFailure(error)
    } finally {
      if (running.get(person) === newer) running.delete(person)
    }
  }
}
