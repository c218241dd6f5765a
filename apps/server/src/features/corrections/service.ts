import { z } from 'zod'
import type { Correction, CorrectionAsked, OpenCorrection } from '@registry/api-contract/corrections'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import type { Transaction } from '@registry/db/transaction'
import { correctionDays, maxOpenCorrections } from '@registry/domain/corrections/corrections'
import { AppError } from '@registry/domain/error'
import { fields, findField } from '@registry/domain/fields/dictionary'
import type { Language } from '@registry/domain/language'
import { correctionAnswered } from '@registry/domain/messages/corrections'
import { guardianMessages } from '@registry/domain/messages/guardians'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace, buildReadTrace } from '../../audit/read-trace.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { requirePatient, requireVisibleRecord } from '../../auth/require-patient.ts'
import { listGuardianContacts, writeToGuardians } from '../../jobs/guardian-mail.ts'
import { buildValueText } from '../../shared/record-checks/describe-checks.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'

type Stored = Omit<Correction, 'label'>

const label = (field: string | null, language: Language): string | null => findField(field ?? '')?.label[language] ?? null
const describe = (stored: Stored, language: Language): Correction => ({ ...stored, label: label(stored.field, language) })

const columns = ({ sql }: Transaction) =>
  sql`id, field, shown_value AS "shownValue", text, asked_at AS "askedAt", state, answer, answered_at AS "answeredAt"`

/** Stores a request, or returns the same one that is open. Requests at the same time wait for each other, or they would pass the limit (FAULT-11). */
const storeRequest = async (tx: Transaction, caller: Caller, { field, shownValue, text }: CorrectionAsked): Promise<Stored> => {
  const { sql } = tx
  const { patientId, guardianId = null } = await requireVisibleRecord(tx, caller)
  const table = findField(field ?? '')?.table
  await sql`SELECT pg_advisory_xact_lock(hashtext('correction_request'), ${patientId})`
  const open = await sql<Stored[]>`SELECT ${columns(tx)} FROM correction_request WHERE patient_id = ${patientId} AND state = 'OPEN'`
  const same = open.find((one) => one.field === (field ?? null) && one.text === text)
  if (same) return same
  if (open.length >= maxOpenCorrections) throw new AppError('correction_limit', { max: maxOpenCorrections })
  const [stored] = await sql<Stored[]>`
    INSERT INTO correction_request (patient_id, centre_code, guardian_id, field, personal, medical, shown_value, text)
    SELECT id, centre_code, ${guardianId}::integer, ${field ?? null}, ${table === 'patient_personal'}, ${table === 'patient_medical'},
      ${shownValue === undefined ? null : String(shownValue)}, ${text}
    FROM patient WHERE id = ${patientId} RETURNING ${columns(tx)}`
  if (!stored) throw new AppError('session_required')
  return stored
}

/** Distinguishes an unknown request, or one of another person, from one that is answered or withdrawn. */
const rejectChange = async ({ sql }: Transaction, id: number): Promise<never> => {
  const [known] = await sql`SELECT FROM correction_request WHERE id = ${id}`
  throw new AppError(known ? 'correction_closed' : 'not_found')
}

type StoredOpen = Omit<OpenCorrection, 'label' | 'currentValue'> & { readonly patient: number; readonly current: unknown }
type Answered = { readonly patientId: number; readonly guardianId: number | null; readonly centreName: string }

const columnsByField = Object.fromEntries(fields.map(({ name, column }) => [name, column]))
const StoredValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const describeValue = (field: string | null, current: unknown, valueText: ReturnType<typeof buildValueText>): string | null => {
  const known = findField(field ?? '')
  const { data: value } = StoredValue.safeParse(current)
  return known && value !== undefined ? valueText(known.name, value) : null
}

/** Notifies the guardian who asked that the centre has answered, while they respond for the patient. */
const tellGuardian = async (deps: Deps, tx: Transaction, { patientId, guardianId, centreName }: Answered): Promise<void> => {
  const guardians = await listGuardianContacts(tx, patientId)
  const asking = guardians.filter((one) => one.guardianId === guardianId)
  await writeToGuardians(deps, tx, asking, guardianMessages.correctionAnswered, { patientId, centreName })
}

/** Notifies a patient that the centre has answered, unless the patient has left. The message says nothing about the record. */
const tellPatient = async ({ outbox, messages, env }: Deps, tx: Transaction, { patientId }: Answered): Promise<void> => {
  const [contact] = await tx.sql<{ mode: string; email: string | null; mobile: string | null; lang: Language }[]>`
    SELECT p.login_mode AS mode, i.email, i.mobile_prefix || i.mobile AS mobile, p.lang FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id
    WHERE p.id = ${patientId} AND p.c_db_no_notification IS NULL`
  if (!contact) return
  const { subject, mail, sms } = correctionAnswered
  const { mode, email, mobile, lang } = contact
  const format = (text: typeof mail | typeof subject | typeof sms): string =>
    messages.format(text, lang, { link: `${env.MYCONSENT_ORIGIN}/correzioni` })
  if (mode === 'Email' && email !== null)
    await outbox.put(tx, { channel: 'mail', to: email, subject: format(subject), text: format(mail), patientId })
  if (mode !== 'Email' && mobile !== null) await outbox.put(tx, { channel: 'sms', to: mobile, text: format(sms), patientId })
}

/** The requests to correct a record: the patient or a guardian asks, the centre answers (REQ-PAT-27). */
export const corrections = (deps: Deps): Services['corrections'] => {
  const ownRead = (patientId: number) => buildOwnReadTrace(patientId, ['CORRECTIONS'])
  return {
    ask: async (caller, asked) => {
      const { patientId } = requirePatient(caller)
      caller.recordRead(ownRead(patientId))
      return describe(await writeTransaction(deps, caller, (tx) => storeRequest(tx, caller, asked)), caller.language)
    },
    list: async (caller) => {
      const { patientId } = requirePatient(caller)
      const stored = await readTransaction(deps, caller, async (tx) => {
        await requireVisibleRecord(tx, caller)
        return tx.sql<Stored[]>`SELECT ${columns(tx)} FROM correction_request WHERE patient_id = ${patientId} ORDER BY id DESC`
      })
      caller.recordRead(ownRead(patientId))
      return stored.map((one) => describe(one, caller.language))
    },
    withdraw: async (caller, { id }) => {
      const { patientId } = requirePatient(caller)
      caller.recordRead(ownRead(patientId))
      const withdrawn = await writeTransaction(deps, caller, async (tx) => {
        await requireVisibleRecord(tx, caller)
        const [changed] = await tx.sql<Stored[]>`
          UPDATE correction_request SET state = 'WITHDRAWN' WHERE id = ${id} AND patient_id = ${patientId} AND state = 'OPEN'
          RETURNING ${columns(tx)}`
        return changed ?? rejectChange(tx, id)
      })
      return describe(withdrawn, caller.language)
    },
    open: async (caller, query) => {
      const centre = findCallerCentre(caller, query?.centre)
      const since = new Date(deps.clock().getTime() - correctionDays * 86_400_000).toISOString()
      const { stored, valueText } = await readTransaction(
        deps,
        caller,
        async (tx) => ({
          valueText: buildValueText(deps, await readReferenceValues(tx), caller.language),
          stored: await tx.sql<StoredOpen[]>`
          SELECT c.id, c.field, c.shown_value AS "shownValue", c.text, c.asked_at AS "askedAt", c.asked_at < ${since} AS overdue,
            c.guardian_id IS NOT NULL AS "byGuardian", c.patient_id AS patient, i.record_id AS record, i.centre_patient_code AS code, i.name, i.surname,
            (to_jsonb(p) || to_jsonb(i) || coalesce(to_jsonb(d), '{}') || coalesce(to_jsonb(m), '{}')) -> (${tx.sql.json(columnsByField)}::jsonb ->> c.field) AS current
          FROM correction_request AS c JOIN patient AS p ON p.id = c.patient_id JOIN patient_identity AS i ON i.patient_id = c.patient_id
            LEFT JOIN patient_personal AS d ON d.patient_id = c.patient_id LEFT JOIN patient_medical AS m ON m.patient_id = c.patient_id
          WHERE c.centre_code = ${centre} AND c.state = 'OPEN' AND (${query?.record ?? null}::uuid IS NULL OR i.record_id = ${query?.record ?? null}::uuid)
          ORDER BY c.asked_at, c.id`,
        }),
        { centre },
      )
      const patients = [...new Set(stored.map(({ patient }) => patient))]
      const asked = stored.flatMap(({ field }) => field ?? [])
      caller.recordRead(
        await buildReadTrace(deps.keyedHash, `centre ${centre}`, patients, [...new Set(['CENTER_ID', 'SURNAME', 'NAME', ...asked])]),
      )
      return stored.map(({ patient: _patient, current, ...one }) => ({
        ...one,
        label: label(one.field, caller.language),
        currentValue: describeValue(one.field, current, valueText),
      }))
    },
    answer: async (caller, { centre: named, id, state, text }) => {
      const centre = findCallerCentre(caller, named)
      await writeTransaction(
        deps,
        caller,
        async (tx) => {
          const [changed] = await tx.sql<Answered[]>`
            UPDATE correction_request SET state = ${state}, answer = ${text}, answered_by = ${formatActorName(caller.actor)}, answered_at = ${deps.clock().toISOString()}
            WHERE id = ${id} AND centre_code = ${centre} AND state = 'OPEN'
            RETURNING patient_id AS "patientId", guardian_id AS "guardianId", (SELECT name FROM centre WHERE code = centre_code) AS "centreName"`
          if (!changed) return rejectChange(tx, id)
          await (changed.guardianId === null ? tellPatient : tellGuardian)(deps, tx, changed)
          caller.note(`request ${id}, ${state}`)
        },
        { centre },
      )
    },
  }
}
