import type { Services } from '@registry/api-contract/services'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { PatientRecordView, RegistrationCorrected } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { findRecordAt, groupSaves, listChanges, pageSaves } from '@registry/domain/ecrf/history'
import { fields } from '@registry/domain/fields/dictionary'
import { listDays, placeResults } from '@registry/domain/ecrf/record-days'
import { alertFields, summaryFields } from '@registry/domain/ecrf/summary'
import { complicationFields, therapyFields, trendFields } from '@registry/domain/ecrf/visit'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildListReadTraces, buildReadTrace } from '../../audit/read-trace.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { raiseRegistrationAlarm } from '../../jobs/alarms.ts'
import { buildCheckDescriptions } from '../../shared/record-checks/describe-checks.ts'
import type { RecordWriter } from '../../shared/record-writer.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { addPatient } from './add.ts'
import { listChoices } from './choices.ts'
import { changesContact, correctBirthDate, correctRegistration, prepareBirthDate, prepareCorrection } from './correct-registration.ts'
import { explainDiscrepancy } from './form-code.ts'
import { findPatientCode, findRecord, listLastResults, listOpenChecks, listVersions, lockRecord } from './queries.ts'
import type { RegistrationField } from './registration-values.ts'
import { saveRecord } from './save.ts'
import { listSignatures, requireReason, signRecord } from './signatures.ts'
import { buildVisitDocument } from './visit-document.ts'
import { countedFields, countWork, listWork, workListFields } from './work-list.ts'

/** The maximum number of changes in one response. */
const maxChanges = 2000

const savesOnPage = 50

/** The fields of a printed summary, for its read trace. */
const visitColumns = [
  ...new Set([
    'CENTER_ID',
    'SURNAME',
    'NAME',
    'DOB',
    'DEAD_DATE',
    ...summaryFields,
    ...alertFields,
    ...therapyFields,
    ...complicationFields,
    ...trendFields,
  ]),
]

/** The input names of the dialog that corrects a registration, by field. */
const dialogNames: Readonly<Record<string, string>> = { SURNAME: 'surname', NAME: 'name', login_mode: 'loginMode', mobile_prefix: 'mobile' }

const renameFields = ({ detail, fields }: AppError): AppError =>
  new AppError(
    detail.code,
    detail.params,
    Object.fromEntries(Object.entries(fields).map(([name, found]) => [dialogNames[name] ?? name, found])),
  )

/** The e-CRF of a centre: its patients, their records and the history of each value (REQ-CRF-03, REQ-CRF-04, REQ-CRF-06). */
export const ecrf = (deps: Deps, writer: RecordWriter): Services['ecrf'] => {
  const recordRead = async (caller: Caller, centre: string, patients: readonly number[], columns: readonly string[]): Promise<void> =>
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, patients, columns))
  const readRecord = async (
    caller: Caller,
    named: string | undefined,
    find: (tx: Transaction, centre: string) => ReturnType<typeof findRecord>,
  ): Promise<PatientRecordView> => {
    const centre = findCallerCentre(caller, named)
    const { id, ...record } = await readTransaction(deps, caller, (tx) => find(tx, centre), { centre })
    await recordRead(caller, centre, [id], Object.keys(record.values))
    return record
  }
  return {
    patients: async (caller, search) => {
      const centre = findCallerCentre(caller, search.centre)
      const today = formatItalianDay(deps.clock())
      const { read, page } = await readTransaction(deps, caller, (tx) => listWork(tx, centre, search, today), { centre })
      caller.recordRead(...(await buildListReadTraces(deps.keyedHash, `centre ${centre}`, read, workListFields)))
      return page
    },
    workCounts: async (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      const today = formatItalianDay(deps.clock())
      const counts = await readTransaction(deps, caller, (tx) => countWork(tx, centre, today), { centre })
      caller.recordRead({ whose: `centre ${centre}`, columns: countedFields, count: counts.patients })
      return counts
    },
    choices: (caller) => readTransaction(deps, caller, (tx) => listChoices(tx, caller.language)),
    open: (caller, { centre: named, record }) =>
      readRecord(caller, named, async (tx, centre) => findRecord(tx, centre, await findPatientCode(tx, centre, record))),
    read: (caller, { centre: named, code }) => readRecord(caller, named, (tx, centre) => findRecord(tx, centre, code)),
    save: (caller, { centre: named, reason, ...save }) => {
      const centre = findCallerCentre(caller, named)
      return writer.retry(() =>
        writeTransaction(
          deps,
          caller,
          async (tx) => {
            // An old program sends no version, and cannot be asked for a reason.
            if (save.version !== undefined) await requireReason(tx, await findRecord(tx, centre, save.code), reason)
            const { id, ...saved } = await saveRecord({ ...deps, writer }, tx, caller, { ...save, centre })
            await recordRead(caller, centre, [id], Object.keys(saved.record.values))
            return saved
          },
          { centre, ...(reason !== undefined && { reason }) },
        ),
      )
    },
    correct: (caller, { centre: named, code, version, reason, password, birthDate, ...typed }) => {
      const work = async (): Promise<RegistrationCorrected> => {
        const centre = findCallerCentre(caller, named)
        const cells = new Map<RegistrationField, string>([
          ['SURNAME', typed.surname],
          ['NAME', typed.name],
          ['login_mode', typed.loginMode],
          ['email', typed.email],
          ['mobile', typed.mobile],
        ])
        const prepare = async (tx: Transaction) => {
          const found = await findRecord(tx, centre, code)
          // Other people may change values of the sections, but not the registration.
          if (found.version.split('.')[0] !== version.split('.')[0]) throw new AppError('record_changed')
          const correction = await prepareCorrection(deps, tx, found, cells)
          return { found, correction, born: prepareBirthDate(deps, found, birthDate) }
        }
        const { correction: wanted, born } = await readTransaction(deps, caller, prepare, { centre })
        if (!wanted && born === undefined) throw new AppError('record_nothing_changed')
        if (wanted && changesContact(wanted)) await deps.reauthenticate(caller, password)
        const store = async (tx: Transaction): Promise<RegistrationCorrected> => {
          await lockRecord(tx, (await findRecord(tx, centre, code)).id)
          const { found, correction, born: corrected } = await prepare(tx)
          if (corrected !== undefined) await correctBirthDate(tx, caller, found.id, corrected)
          const contact = correction ? await correctRegistration(deps, tx, caller, found.id, correction) : 'unchanged'
          const { id: _id, ...record } = await findRecord(tx, centre, code)
          await recordRead(caller, centre, [found.id], Object.keys(record.values))
          return { record, contact }
        }
        return writeTransaction(deps, caller, store, { centre, reason })
      }
      return writer.retry(work).catch((error: unknown) => {
        throw error instanceof AppError ? renameFields(error) : error
      })
    },
    add: async (caller, { centre: named, ...typed }) => {
      const centre = findCallerCentre(caller, named)
      const add = () => writeTransaction(deps, caller, (tx) => addPatient(writer, tx, caller, { ...typed, centre }), { centre })
      const { newInADay, warnings } = await writer.retry(add)
      await raiseRegistrationAlarm(deps, { centre, newInADay })
      return { warnings: warnings.map((warning) => explainDiscrepancy(deps.messages, caller.language, warning)) }
    },
    history: async (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      const work = async (tx: Transaction) => {
        const { id } = await findRecord(tx, centre, query.code)
        const wanted = query.fields && new Set(query.fields)
        const all = listChanges(await listVersions(tx, id))
        return { id, changes: (wanted ? all.filter(({ field }) => wanted.has(field)) : all).toReversed() }
      }
      const { id, changes } = await readTransaction(deps, caller, work, { centre })
      await recordRead(caller, centre, [id], [...new Set(['CENTER_ID', ...changes.map(({ field }) => field)])])
      return { changes: changes.slice(0, maxChanges) }
    },
    saves: async (caller, { centre: named, code, field: wanted, cursor }) => {
      const centre = findCallerCentre(caller, named)
      const work = async (tx: Transaction) => {
        const { id } = await findRecord(tx, centre, code)
        return { id, changes: listChanges(await listVersions(tx, id)) }
      }
      const { id, changes } = await readTransaction(deps, caller, work, { centre })
      const changed = new Set(changes.map(({ field }) => field))
      const saves = groupSaves(wanted === undefined ? changes : changes.filter(({ field }) => field === wanted)).toReversed()
      await recordRead(caller, centre, [id], ['CENTER_ID', ...changed])
      const page = pageSaves(saves, cursor, savesOnPage)
      return {
        saves: page.saves.map((save) => ({ ...save, changes: [...save.changes] })),
        fields: fields.flatMap(({ name }) => (changed.has(name) ? [name] : [])),
        next: page.next,
      }
    },
    past: async (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      const work = async (tx: Transaction) => {
        const { id } = await findRecord(tx, centre, query.code)
        return { id, values: findRecordAt(await listVersions(tx, id), new Date(query.at)) }
      }
      const { id, values } = await readTransaction(deps, caller, work, { centre })
      await recordRead(caller, centre, [id], Object.keys(values))
      return { values: { ...values } }
    },
    signatures: async (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      const work = async (tx: Transaction) => {
        const found = await findRecord(tx, centre, query.code)
        return { id: found.id, signatures: await listSignatures(tx, found) }
      }
      const { id, signatures } = await readTransaction(deps, caller, work, { centre })
      await recordRead(caller, centre, [id], ['CENTER_ID'])
      return { signatures: [...signatures] }
    },
    sign: async (caller, { centre: named, code, year, version: seen }) => {
      const centre = findCallerCentre(caller, named)
      const today = formatItalianDay(deps.clock())
      await writeTransaction(
        deps,
        caller,
        async (tx) => {
          const found = await findRecord(tx, centre, code)
          await signRecord(tx, found, { year, seen, by: formatActorName(caller.actor), today })
          caller.note(`patient ${found.id}, signed for ${year}`)
        },
        { centre },
      )
    },
    printVisit: async (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      const { language } = caller
      const work = async (tx: Transaction) => {
        const record = await findRecord(tx, centre, query.code)
        const describe = buildCheckDescriptions(deps, await readReferenceValues(tx), language)
        const open = await listOpenChecks(tx, record.id)
        return {
          record,
          choices: await listChoices(tx, language),
          days: listDays(
            placeResults(listChanges(await listVersions(tx, record.id)), await listLastResults(tx, record.id), record.sources),
          ),
          discrepancies: open.map(describe),
        }
      }
      const { record, ...sources } = await readTransaction(deps, caller, work, { centre })
      const read = [{ id: record.id, ...record.consents }]
      caller.recordRead(...(await buildListReadTraces(deps.keyedHash, `centre ${centre}`, read, visitColumns)))
      const today = formatItalianDay(deps.clock())
      const bytes = await deps.pdf.print(
        buildVisitDocument(record, { messages: deps.messages, language, centre, today, ...sources }),
        caller,
      )
      return { pdf: Buffer.from(bytes).toString('base64') }
    },
  }
}
