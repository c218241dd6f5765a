import type { Caller } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import type { ConsentClient } from '@registry/db/schema/consents'
import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { AppError } from '@registry/domain/error'
import { guardianMessages, withdrawalRequestMessages } from '@registry/domain/messages/guardians'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../../app/deps.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { hashSessionToken } from '../../auth/accounts.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { listGuardianContacts, writeToGuardians } from '../../jobs/guardian-mail.ts'
import { findDocumentVersion, findPublishedDocument } from './documents.ts'
import { requireRegistered } from './paper/queries.ts'
import { publishSoon, withdraw } from './withdrawal.ts'

type Stopped = { readonly patientId: number; readonly subject: string; readonly first: number | null; readonly last: number | null }
type StoppedAnswer = {
  readonly field: string
  readonly version: number
  readonly language: Language
  readonly client: ConsentClient | null
  readonly information: number | null
  readonly informationHash: string | null
  readonly preliminary: number | null
  readonly preliminaryHash: string | null
  readonly at: string
  readonly chainHash: string
}

/** Issues the receipt of the questions that the stop answered with No. The transaction acts for the patient. */
const issueStopReceipt = async (
  { issueReceipt }: Deps,
  tx: Transaction,
  { patientId, subject, first, last: end }: Stopped,
): Promise<void> => {
  if (first === null || end === null) return
  const answers = await tx.sql<StoppedAnswer[]>`
    SELECT field, version, language, client, information_version AS information, information_hash AS "informationHash", preliminary_version AS preliminary,
      preliminary_hash AS "preliminaryHash", at, chain_hash AS "chainHash"
    FROM consent_event WHERE subject = ${subject} AND seq BETWEEN ${first} AND ${end} ORDER BY seq`
  const last = answers.at(-1)
  if (!last) return
  // The No to a question without an answer so far has no documents.
  const { client, information, informationHash, preliminary, preliminaryHash, language } =
    answers.findLast(({ client: screen }) => screen !== null) ?? last
  const newest = Math.max(...answers.map(({ version }) => version))
  await issueReceipt(tx, {
    subject,
    patientId,
    client: client ?? 'myconsent',
    information: information !== null && informationHash !== null ? { version: information, hash: informationHash } : undefined,
    preliminary:
      preliminary !== null && preliminaryHash !== null
        ? { version: preliminary, hash: preliminaryHash }
        : await findPublishedDocument(tx, 'preliminary', language),
    document: await findDocumentVersion(tx, 'consents', newest, language),
    answers: Object.fromEntries(answers.map(({ field }) => [field, false])),
    ledger: { first, last: end, at: last.at, chainHash: last.chainHash },
  })
}

type OwnRequest = {
  readonly centre: string
  readonly centreName: string
  readonly code: string
  readonly day: string | null
  readonly missing: number
}

/** The open request about the patient of the transaction, with the names of centre and patient for the messages. */
const findOwnRequest = async ({ sql }: Transaction, caller: Caller, patientId: number): Promise<OwnRequest> => {
  const [found] = await sql<OwnRequest[]>`
    SELECT identity.centre_code AS centre, child.centre AS "centreName", identity.centre_patient_code AS code, child.due_on::text AS day,
      coalesce(child.missing, 0) AS missing
    FROM patient_identity AS identity JOIN list_children(${hashSessionToken(caller)}) AS child ON child.child = identity.record_id
    WHERE identity.patient_id = ${patientId}`
  if (!found) throw new AppError('permission_denied')
  return found
}

/** Notifies the guardian who asked, those who must still confirm, and the centre (REQ-GRD-12). */
const announceRequest = async (deps: Deps, tx: Transaction, caller: Caller, patientId: number): Promise<void> => {
  const { centre, centreName, code, day, missing } = await findOwnRequest(tx, caller, patientId)
  if (day === null) return
  const guardians = await listGuardianContacts(tx, patientId)
  const about = { patientId, centreName, day }
  const [own, others] = [guardians.filter((one) => one.own), guardians.filter((one) => one.missing)]
  await writeToGuardians(deps, tx, own, guardianMessages.withdrawalAsked, about)
  await writeToGuardians(deps, tx, others, guardianMessages.withdrawalToConfirm, about)
  const values = { centre, code, day: formatDay(day) }
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), withdrawalRequestMessages[missing === 0 ? 'ready' : 'asked'], values)
}

type Choice = 'v2' | 'v3'
type Actions = Pick<Services['guardian'], 'stop' | 'takeBack'>

/** A guardian stops the use of a patient's data, and asks to anonymise or erase them (REQ-GRD-11, REQ-GRD-12). */
export const guardianStop = (deps: Deps): Actions => {
  const chooseChild = async ({ sql }: Transaction, caller: Caller, patient: string): Promise<void> => {
    const [chosen] = await sql<{ done: boolean }[]>`SELECT choose_session_child(${hashSessionToken(caller)}, ${patient}) AS done`
    if (chosen?.done !== true) throw new AppError('permission_denied')
  }
  const stop = async (
    tx: Transaction,
    caller: Caller,
    { patient, choice }: { patient: string; choice: 'stop' | 'v2' | 'v3' },
  ): Promise<void> => {
    await chooseChild(tx, caller, patient)
    const [stopped] = await tx.sql<Stopped[]>`
      SELECT patient_id AS "patientId", subject, first_seq AS first, last_seq AS last
      FROM stop_child(${hashSessionToken(caller)}, ${patient}, ${choice}, ${caller.host})`
    if (!stopped) throw new AppError('permission_denied')
    await issueStopReceipt(deps, tx, stopped)
    if (choice !== 'stop') await announceRequest(deps, tx, caller, stopped.patientId)
    caller.note(choice)
  }
  const takeBack = async (tx: Transaction, caller: Caller, patient: string): Promise<void> => {
    await chooseChild(tx, caller, patient)
    const [taken] = await tx.sql<{ patientId: number | null }[]>`
      SELECT take_back_withdrawal_request(${hashSessionToken(caller)}, ${patient}) AS "patientId"`
    const patientId = taken?.patientId ?? null
    if (patientId === null) throw new AppError('withdrawal_request_missing')
    const { centre, centreName, code } = await findOwnRequest(tx, caller, patientId)
    const others = (await listGuardianContacts(tx, patientId)).filter(({ own }) => !own)
    await writeToGuardians(deps, tx, others, guardianMessages.withdrawalTakenBack, { patientId, centreName })
    await mailStaff(deps, tx, await findCentreAdmins(tx, centre), withdrawalRequestMessages.takenBack, { centre, code })
  }
  return {
    stop: (caller, input) => writeTransaction(deps, caller, (tx) => stop(tx, caller, input)),
    takeBack: (caller, { patient }) => writeTransaction(deps, caller, (tx) => takeBack(tx, caller, patient)),
  }
}

/** Anonymises or erases a patient of the centre as the guardians asked (REQ-GRD-12). */
export const carryOutRequest =
  (deps: Deps): Services['guardians']['carryOut'] =>
  async (caller, { centre: named, code, password }) => {
    const centre = findCallerCentre(caller, named)
    await deps.reauthenticate(caller, password)
    const carryOut = async (tx: Transaction): Promise<Choice> => {
      const { id: patientId } = await requireRegistered(tx, centre, code)
      const [request] = await tx.sql<{ choice: Choice }[]>`SELECT choice FROM list_withdrawal_requests() WHERE patient_id = ${patientId}`
      if (!request) throw new AppError('withdrawal_request_missing')
      const guardians = await listGuardianContacts(tx, patientId)
      // The rest of the transaction is the patient's, as with a withdrawal in person.
      await tx.sql`SELECT set_config('app.patient', ${String(patientId)}, true)`
      await withdraw(deps, tx, caller, { patientId, guardians }, request.choice)
      caller.note('request of guardians carried out')
      return request.choice
    }
    if ((await writeTransaction(deps, caller, carryOut, { centre })) === 'v2') await publishSoon(deps)
  }
