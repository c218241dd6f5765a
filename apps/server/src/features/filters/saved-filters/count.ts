import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterCounts, FilterDraft } from '@registry/api-contract/saved-filters'
import { withRole, type Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { dataDomainConsents } from '@registry/domain/fields/data-domain-consent'
import type { Condition } from '@registry/domain/filter/condition'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { buildCountChain, listCountSteps, listNeededConsents, type Removed } from '@registry/domain/filter/count-steps'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { formatScope, readTransaction } from '../../../audit/operation.ts'
import { toConditionFailure } from '../../filters/condition-failure.ts'
import { runCancellable } from '../../filters/cancellable.ts'
import { queryStepCounts, queryUnregistered, sumStepCounts, type StepCounts } from './count-query.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import { parseCondition } from '../free-sql/free-sql.ts'

/** The Postgres code for a cancelled statement, even one cancelled by its time limit. */
const queryCanceled = '57014'

/** The patients whom the conditions select, and those who are not registered. */
type Counted = { readonly unregistered: Removed; readonly counts: StepCounts }

const countPatients = async (tx: Transaction, where: Condition, today: string, signal: AbortSignal): Promise<Counted> => {
  // Limits the wait for a number in a form.
  await tx.sql`SET LOCAL statement_timeout = '10s'`
  const steps = listCountSteps(where)
  const [unregistered = { removed: 0, unknown: 0 }] = await runCancellable(() => queryUnregistered(tx), signal)
  const rows = await withRole(tx, 'registry_filter', (inside) => runCancellable(() => queryStepCounts(inside, steps, today), signal))
  return { unregistered, counts: sumStepCounts(rows, steps.length) }
}

const toFilterCounts = (where: Condition, { unregistered, counts }: Counted): FilterCounts => {
  const registered = counts.removed.reduce((sum, { removed }) => sum + removed, counts.remaining)
  const { visible, steps } = buildCountChain(registered + unregistered.removed, [unregistered, ...counts.removed])
  const consents = ['c_db', ...listNeededConsents(where)] as const
  return {
    visible,
    steps: steps.map((numbers, index) => ({ consent: consents[index] ?? null, ...numbers })),
    withheld: dataDomainConsents.map((consent) => ({ consent, patients: counts.withheld[consent] })),
  }
}

/**
 * Counts the patients of filters that are being edited (REQ-FIL-10). A newer count of the same person, or a disconnecting client, cancels
 * the older count in the database.
 */
export const createFilterCounter = (deps: Deps) => {
  const running = new Map<string, AbortController>()
  return async (caller: Caller, { asRole, where: written }: FilterDraft, left?: AbortSignal): Promise<FilterCounts> => {
    requireHeldRole(caller, asRole)
    const where = await parseCondition(written)
    const person = formatActorName(caller.actor)
    const newer = new AbortController()
    running.get(person)?.abort()
    running.set(person, newer)
    const signal = left ? AbortSignal.any([newer.signal, left]) : newer.signal
    try {
      const counted = await readTransaction(deps, caller, (tx) => countPatients(tx, where, formatItalianDay(deps.clock()), signal), {
        asRole,
        isolation: 'isolation level repeatable read read only',
      })
      const condition = buildExpression(where)
      caller.recordRead({
        whose: `${formatScope(caller, { asRole })}, a filter being edited`,
        columns: listExpressionFields(condition),
        count: counted.counts.remaining,
        role: asRole,
        condition: formatLoggedCondition(condition),
      })
      return toFilterCounts(where, counted)
    } catch (error) {
      if (signal.aborted) throw new AppError('count_superseded')
      if (error instanceof Error && 'code' in error && error.code === queryCanceled) throw new AppError('busy', { seconds: 5 })
      throw toConditionFailure(error)
    } finally {
      if (running.get(person) === newer) running.delete(person)
    }
  }
}
