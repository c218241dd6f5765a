import type { Transaction } from '@registry/db/transaction'
import { registrationColumns, requiredRegistrationColumns } from '@registry/domain/imports/columns'
import { inviteGuardians } from '../../jobs/guardian-invitations.ts'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { raiseRegistrationAlarm } from '../../jobs/alarms.ts'
import { createFailureTable, reportBatch, runChecks } from './checks.ts'
import {
  addGuardians,
  countNewInADay,
  createRegistrationTables,
  findTakenContacts,
  warnOfCodesOfOtherCase,
  rejectBeyondLimits,
  rejectRepeatedContacts,
  registerPatients,
  registrationChecks,
  registrationRows,
  registrationStagingColumns,
  withdrawnErrorSql,
  writeAuthorisations,
} from './create-patients-queries.ts'
import { listIgnoredColumns, type BatchResult, type ImportContext, type ImportPlan } from './import-plan.ts'
import { createTargetTable, findTargets } from './staging-tables.ts'
import { rejectWithdrawnRows } from './withdrawn-rows.ts'

/** Registers the new patients of a batch, with their authorisations, and invites them. */
const registerBatch = async (tx: Transaction, context: ImportContext): Promise<BatchResult> => {
  await createTargetTable(tx)
  await createFailureTable(tx)
  await createRegistrationTables(tx)
  await findTargets(tx, { known: withdrawnErrorSql, unknown: 'NULL' })
  await findTakenContacts(tx)
  const returning = await rejectWithdrawnRows(tx, context)
  await runChecks(tx, registrationChecks, registrationRows)
  await rejectRepeatedContacts(tx)
  if (context.invites) await rejectBeyondLimits(tx, await readNotificationLimits(tx))
  const registered = await registerPatients(tx)
  const guardians = await addGuardians(tx)
  const authorised = await writeAuthorisations(tx, context.sender)
  if (context.invites) {
    await inviteNewPatients(context.deps, tx, registered)
    await inviteGuardians(context.deps, tx, guardians)
  }
  const ok = await reportBatch(tx, context.entries, registrationChecks)
  await warnOfCodesOfOtherCase(tx, context.entries)
  return { ok: returning + ok, changed: registered.length + authorised, newInADay: await countNewInADay(tx) }
}

/** Registers the patients of a centre and invites the new ones (REQ-PAT-08). Sending the same file again changes nothing (REQ-IMP-06). */
export const createPatients: ImportPlan = {
  command: 'createPatients',
  columns: [
    ...registrationColumns.map((name) => ({ name, required: requiredRegistrationColumns.includes(name) })),
    ...listIgnoredColumns('createPatients'),
  ],
  stagingColumns: registrationStagingColumns,
  store: registerBatch,
  after: raiseRegistrationAlarm,
}
