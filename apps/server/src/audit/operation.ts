import { formatActorName, type Actor, type Caller, type Guardian, type Staff } from '@registry/api-contract/caller'
import {
  withTransaction,
  type TransactionContext,
  type Isolation,
  type Scope,
  type Transaction,
  type Source,
} from '@registry/db/transaction'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import type { ReadScope, ReadTrace } from '@registry/domain/access/read-trace'
import { AppError } from '@registry/domain/error'
import type { Role } from '@registry/domain/access/roles'
import type { Deps } from '../app/deps.ts'
import type { AuditEntry } from './audit-entry.ts'
import { hashToken } from '../auth/tokens.ts'
import { insertAuditEntries } from './audit-log.ts'
import { toAppError } from '../shared/errors/to-app-error.ts'
import { formatNameHash, NamedAttemptError } from './named-attempt-error.ts'

/** The audit state of a running operation. It is separate from Caller, so services cannot change it. */
export type Operation = {
  readonly startedAt: number
  readonly details: string[]
  readonly declaredReads: ReadScope | undefined
  username: string
  recorded: boolean
  reads: readonly ReadTrace[]
}

const operations = new WeakMap<Caller, Operation>()

/** Starts an operation and creates its caller. The audit entry takes its start time and details from here (REQ-ADM-01). */
export const createCaller = (details: Omit<Caller, 'note' | 'recordRead'>, declaredReads?: ReadScope): Caller => {
  const operation: Operation = {
    startedAt: performance.now(),
    details: [],
    declaredReads,
    username: formatActorName(details.actor),
    recorded: false,
    reads: [],
  }
  const caller: Caller = {
    ...details,
    note: (detail) => void operation.details.push(detail),
    recordRead: (...traces) => storeReadTraces(operation, traces),
  }
  operations.set(caller, operation)
  return caller
}

/** Stores the read traces for the audit entries. The operation must declare its reads, and report them before an entry is written. */
const storeReadTraces = (operation: Operation, traces: readonly ReadTrace[]): void => {
  if (!operation.declaredReads) throw new Error('an operation reads patients’ data without declaring it')
  if (operation.recorded) throw new Error('an operation said what it read after its entry was written')
  operation.reads = traces
}

const findOperation = (caller: Caller): Operation => {
  const operation = operations.get(caller)
  if (!operation) throw new Error('the caller was not made by createCaller')
  return operation
}

/** Sets the name in the audit entry when a visitor signs in (REQ-ADM-01). */
export const setCallerIdentity = (caller: Caller, actor: Actor): void => {
  findOperation(caller).username = formatActorName(actor)
}

const buildEntry = (caller: Caller, outcome: AuditEntry['outcome']): AuditEntry => {
  const { startedAt, details, username } = findOperation(caller)
  return {
    username,
    command: caller.command,
    action: caller.action,
    ipAddress: caller.host,
    durationMilli: Math.round(performance.now() - startedAt),
    detail: details.join('; ').slice(0, 2000),
    outcome,
    requestId: caller.requestId,
  }
}

/** The entries of an operation that is done: one for each read trace, or one. */
const buildDoneEntries = (caller: Caller): readonly AuditEntry[] => {
  const { declaredReads, reads } = findOperation(caller)
  // A read trace cannot be added later, so an operation without one must not send its response.
  if (declaredReads === 'patients' && reads.length === 0) throw new Error('an operation did not say whose data it read')
  const entry = buildEntry(caller, 'done')
  return reads.length === 0 ? [entry] : reads.map((trace) => ({ ...entry, reads: trace }))
}

/**
 * Selects one of several grants. A filter run gives `asRole`, an operation of a centre gives `centre`. By default areas
 * precede the centre. The area of a UserAdmin covers users and centres, never patients. `importId` names the import, and `reason` explains
 * a correction.
 */
export type ScopeOptions = {
  readonly asRole?: Role
  readonly centre?: string
  readonly source?: Source
  readonly importId?: string
  readonly reason?: string
  readonly isolation?: Isolation
}

const buildCentreScope = (centre: string): Scope => ({ kind: 'centre', centre })

const buildStaffScope = ({ roles, centre: chosen }: Staff, { asRole, centre }: ScopeOptions): Scope => {
  const grants = roles.filter(({ role }) => (asRole === undefined ? patientScopeByRole[role] !== 'nobody' : role === asRole))
  if (centre !== undefined) {
    if (!grants.some((grant) => grant.center === centre)) throw new AppError('permission_denied')
    return buildCentreScope(centre)
  }
  const areas = grants.flatMap(({ areaid }) => areaid ?? [])
  if (areas.length > 0) return { kind: 'areas', areas }
  const own = (
    grants.find((grant) => chosen !== undefined && grant.center === chosen) ?? grants.find((grant) => grant.center !== undefined)
  )?.center
  return own === undefined ? { kind: 'none' } : buildCentreScope(own)
}

/** The database finds the patient by the session, and refuses any other (THREAT-62). */
const buildGuardianScope = ({ cookies }: Caller, { child }: Guardian): Scope => {
  const token = cookies.read('sid')
  return child && token !== undefined ? { kind: 'child', childId: child.patientId, session: hashToken(token) } : { kind: 'none' }
}

/** Builds the rows that an actor may see, for row security (REQ-GEO-02, REQ-PAT-09). Restricted and unknown actors see no rows. */
export const buildTransactionContext = (caller: Caller, options: ScopeOptions = {}): TransactionContext => {
  const own = ((): { scope: Scope; source: Source } => {
    switch (caller.actor.kind) {
      case 'staff':
        return { scope: buildStaffScope(caller.actor, options), source: 'form' }
      case 'patient':
        return { scope: { kind: 'patient', patientId: caller.actor.patientId }, source: 'patient' }
      case 'guardian':
        return { scope: buildGuardianScope(caller, caller.actor), source: 'patient' }
      case 'centre':
        return { scope: buildCentreScope(caller.actor.centre), source: 'service' }
      case 'restricted':
      case 'enrolling':
      case 'visitor':
        return { scope: { kind: 'none' }, source: 'system' }
    }
  })()
  return {
    actor: findOperation(caller).username,
    scope: own.scope,
    source: options.source ?? own.source,
    ...(options.importId !== undefined && { importId: options.importId }),
    ...(options.reason !== undefined && { reason: options.reason }),
  }
}

/** Describes the visible rows for the audit log. */
export const formatScope = (caller: Caller, options?: ScopeOptions): string => {
  const { scope } = buildTransactionContext(caller, options)
  switch (scope.kind) {
    case 'areas':
      return `areas ${scope.areas.join(', ')}`
    case 'centre':
      return `centre ${scope.centre}`
    case 'patient':
      return `patient ${scope.patientId}`
    case 'child':
      return `child ${scope.childId}`
    case 'none':
      return 'nobody'
  }
}

type TransactionWork<T> = (tx: Transaction) => Promise<T>
type Needs = Pick<Deps, 'database'>

/** Runs a read transaction. `withAuditEntry` writes the audit entry afterwards. */
export const readTransaction = <T>(deps: Needs, caller: Caller, work: TransactionWork<T>, options?: ScopeOptions): Promise<T> =>
  withTransaction(deps.database, buildTransactionContext(caller, options), work, options?.isolation ?? 'read only')

/** Runs a write transaction. Its last statement writes the audit entry (REQ-ADM-02). */
export const writeTransaction = async <T>(deps: Needs, caller: Caller, work: TransactionWork<T>, options?: ScopeOptions): Promise<T> => {
  const operation = findOperation(caller)
  const runAndRecord = async (tx: Transaction): Promise<T> => {
    const done = await work(tx)
    if (!operation.recorded) await insertAuditEntries(tx.sql, buildDoneEntries(caller))
    return done
  }
  const result = await withTransaction(deps.database, buildTransactionContext(caller, options), runAndRecord, options?.isolation)
  operation.recorded = true
  return result
}

/** Writes the audit entry of a failed operation whose response must not reveal the failure (THREAT-12). */
export const recordHiddenRejection = async (deps: Pick<Deps, 'auditLog'>, caller: Caller, code: string): Promise<void> => {
  caller.note(code)
  await deps.auditLog.writeRejection(buildEntry(caller, 'refused'))
  findOperation(caller).recorded = true
}

/** Replaces a denial above the limit of its household. An unexpected error and a longer wait remain unchanged. */
export const limitRejection = (error: unknown, seconds: number): unknown => {
  const appError = toAppError(error)
  const isReplaced = seconds > 0 && appError !== undefined && appError.detail.params?.['seconds'] === undefined
  return isReplaced ? new AppError('too_many_attempts', { seconds }) : error
}

/**
 * Runs one operation and writes its audit entry before the response is sent, unless its own transaction wrote it. Reads of unknown callers
 * have no entry, because REQ-ADM-01 covers signed-in and denied callers. Without a database nothing is written and the error is
 * `not_ready`.
 * @throws AppError too_many_attempts above the limit of denials without a session (REQ-ADM-24)
 */
export const withAuditEntry = async <T>(deps: Pick<Deps, 'auditLog'>, caller: Caller, work: () => Promise<T>): Promise<T> => {
  const operation = findOperation(caller)
  try {
    const result = await work()
    if (!operation.recorded && operation.username !== '') await deps.auditLog.write(buildDoneEntries(caller))
    return result
  } catch (error) {
    const appError = toAppError(error)
    if (appError?.detail.code === 'not_ready') throw appError
    if (appError instanceof NamedAttemptError) caller.note(formatNameHash(appError.nameHash))
    if (appError) caller.note(appError.detail.code)
    const seconds = operation.recorded
      ? 0
      : await deps.auditLog.writeRejection(buildEntry(caller, appError ? 'refused' : 'failed')).catch((failure: unknown) => {
          throw toAppError(failure) ?? failure
        })
    throw limitRejection(appError ?? error, seconds)
  }
}
