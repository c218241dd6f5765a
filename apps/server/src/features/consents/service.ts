import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type {
  ConsentDocument,
  ConsentEvent,
  ConsentSummary,
  CurrentConsents,
  DocumentKind,
  Withdrawal,
  Withdrawn,
} from '@registry/api-contract/consents'
import { publishAnonymousRecords } from '../../jobs/publish-anonymous-records.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { sendDocument, requireShownDocument } from './documents.ts'
import { giveConsents } from './give.ts'
import {
  findAnsweredDocument,
  findCurrentConsents,
  listConsentEvents,
  listShownTexts,
  requireSubject,
  summariseConsents,
} from './ledger.ts'
import { findReconsentRequest } from './reconsent.ts'
import { withdraw } from './withdrawal.ts'

const recordRead = (caller: Caller, columns: readonly string[]): void =>
  caller.recordRead(buildOwnReadTrace(requirePatient(caller).patientId, columns))

/** Reads the current consents and records the read answers in the audit log. */
const readCurrent = async (deps: Deps, caller: Caller): Promise<CurrentConsents> => {
  const consents = await readTransaction(deps, caller, (tx) => findCurrentConsents(tx, requirePatient(caller).patientId))
  recordRead(caller, Object.keys(consents.answers))
  return consents
}

const readHistory = async (deps: Deps, caller: Caller): Promise<ConsentEvent[]> => {
  const events = await readTransaction(deps, caller, (tx) => listConsentEvents(tx))
  recordRead(caller, [...new Set(events.map(({ field }) => field))])
  return events
}

/** Reads every question with the given answer and its day, for the printed document (REQ-PAT-12). */
export const readConsentSummary = async (deps: Deps, caller: Caller): Promise<ConsentSummary> => {
  const { patientId } = requirePatient(caller)
  const { fields, ...summary } = await readTransaction(deps, caller, (tx) => summariseConsents(tx, patientId, caller.language))
  recordRead(caller, fields)
  return summary
}

/** Sends a document to the patient, and records the sent version. */
const send = (deps: Deps, caller: Caller, kind: DocumentKind): Promise<ConsentDocument> =>
  writeTransaction(deps, caller, async (tx) =>
    sendDocument(tx, await requireSubject(tx, requirePatient(caller).patientId), 'myconsent', { kind, language: caller.language }),
  )

/** Withdraws consents. Old programs show no document. */
export const withdrawConsents = async (
  deps: Deps,
  caller: Caller,
  { choice, password, shown }: Omit<Withdrawal, 'shown'> & Partial<Pick<Withdrawal, 'shown'>>,
): Promise<Withdrawn> => {
  const patient = requirePatient(caller)
  await deps.reauthenticate(caller, password)
  const withdrawn = await writeTransaction(deps, caller, async (tx) => {
    if (shown) await requireShownDocument(tx, 'withdrawal', caller.language, shown)
    caller.note('withdrawal')
    return withdraw(deps, tx, caller, patient, choice)
  })
  caller.cookies.clear('sid')
  caller.cookies.clear('pre')
  // The withdrawal is complete. The hourly job retries a failed publication.
  if (choice === 'v2')
    await publishAnonymousRecords(deps.database).catch((error: unknown) =>
      deps.log.error({ err: error }, 'anonymous records were not published'),
    )
  return withdrawn
}

/** The consents of a patient: documents, answers, ledger and withdrawal (REQ-CON-04, REQ-CON-06). */
export const consents = (deps: Deps): Services['consents'] => ({
  information: (caller) => send(deps, caller, 'information'),
  preliminary: (caller) => send(deps, caller, 'preliminary'),
  points: (caller) => send(deps, caller, 'consents'),
  withdrawalChoices: (caller) => send(deps, caller, 'withdrawal'),
  current: (caller) => readCurrent(deps, caller),
  answered: (caller) => readTransaction(deps, caller, (tx) => findAnsweredDocument(tx, caller.language)),
  reconsentRequest: (caller) => readTransaction(deps, caller, (tx) => findReconsentRequest(tx, caller.language)),
  history: (caller) => readHistory(deps, caller),
  shownTexts: (caller, { entry }) => readTransaction(deps, caller, (tx) => listShownTexts(tx, entry)),
  give: (caller, consents) => writeTransaction(deps, caller, (tx) => giveConsents(deps, tx, caller, consents)),
  withdraw: (caller, withdrawal) => withdrawConsents(deps, caller, withdrawal),
})
