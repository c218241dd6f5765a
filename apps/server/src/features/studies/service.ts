import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Study, StudyAction, StudyReading, StoredEthicsDecision, StudyOptions } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { listCandidates, retrieveCandidates } from './candidates.ts'
import { actOnStudy, changeStudy, createStudy, setEndDate } from './change.ts'
import { decideCandidates } from './decide.ts'
import { decideEthics } from './ethics.ts'
import { findStudy } from './find.ts'
import { countFlow } from './flow.ts'
import { formatStudyRow, requireView, sortStudies, type StudyView } from './format-study.ts'
import { answerStudy, findOwnStudy, listOwnStudies } from './own.ts'
import { listParticipants } from './participants.ts'
import { listStudyRows } from './queries.ts'

type Labelled = { readonly id: string; readonly trans_it: string; readonly trans_en: string }
type Questionnaire = { readonly version: number; readonly description_it: string; readonly description_en: string }

/** Lists the choices of the form of a new study (REQ-STU-10). */
const listStudyOptions = async ({ sql }: Transaction, { language }: Caller): Promise<StudyOptions> => {
  const centres = await sql<{ id: string; name: string }[]>`SELECT code AS id, name FROM centre WHERE deleted_at IS NULL ORDER BY code`
  const types = await sql<Labelled[]>`
    SELECT id, trans_it, trans_en FROM reference_value WHERE table_name = 'svc_clinical_study_type' ORDER BY position`
  const filters = await sql<
    StudyOptions['filters']
  >`SELECT id, name, description FROM saved_filter WHERE state = 'active' ORDER BY name, id`
  const questionnaires = await sql<Questionnaire[]>`
    SELECT version, description_it, description_en FROM sf36_version WHERE published_at <= now() ORDER BY version DESC`
  return {
    centres: [...centres],
    types: types.map(({ id, trans_it: it, trans_en: en }) => ({ id, label: language === 'it' ? it : en })),
    filters: [...filters],
    questionnaires: questionnaires.map(({ version, description_it: it, description_en: en }) => ({
      version,
      description: language === 'it' ? it : en,
    })),
  }
}

/** Stores the decision of a centre's ethics committee. Old programs name neither committee nor day. */
export const decideForCentre = (deps: Deps, caller: Caller, { centre: named, ...decision }: StoredEthicsDecision): Promise<Study> => {
  const centre = findCallerCentre(caller, named)
  return writeTransaction(
    deps,
    caller,
    async (tx) => {
      const today = formatItalianDay(deps.clock())
      await decideEthics(deps, tx, caller, { ...decision, centre }, today)
      return findStudy(tx, caller, { id: decision.id, view: { asRole: 'CenterAdmin', centre } }, today)
    },
    { centre },
  )
}

/** Clinical studies: their lifecycle, the decisions of the centres, and the answers of the patients (REQ-STU-01 to REQ-STU-15). */
export const studies = (deps: Deps): Services['studies'] => {
  const getToday = (): string => formatItalianDay(deps.clock())
  /** Reads as the role that the caller names, with the rows of that role only. */
  const readAs = <T>(caller: Caller, reading: StudyReading, work: (tx: Transaction, view: StudyView) => Promise<T>): Promise<T> => {
    const view = requireView(caller, reading)
    const { asRole, centre } = view
    return readTransaction(deps, caller, (tx) => work(tx, view), { asRole, ...(centre !== undefined && { centre }) })
  }
  const changeAndFind = (caller: Caller, id: string, change: (tx: Transaction, today: string) => Promise<void>): Promise<Study> =>
    writeTransaction(
      deps,
      caller,
      async (tx) => {
        await change(tx, getToday())
        return findStudy(tx, caller, { id, view: { asRole: 'GlobalAdmin', centre: undefined } }, getToday())
      },
      { asRole: 'GlobalAdmin' },
    )
  const act = (caller: Caller, action: Parameters<typeof actOnStudy>[3], input: StudyAction): Promise<Study> =>
    changeAndFind(caller, input.id, (tx, today) => actOnStudy(deps, tx, caller, action, input, { today, now: deps.clock() }))

  return {
    list: (caller, reading) =>
      readAs(caller, reading, async (tx, view) => {
        const rows = await listStudyRows(tx)
        return sortStudies(rows.map((row) => formatStudyRow(row, view, caller, getToday())))
      }),
    detail: (caller, query) => readAs(caller, query, (tx, view) => findStudy(tx, caller, { id: query.id, view }, getToday())),
    flow: (caller, query) => readAs(caller, query, (tx, view) => countFlow(tx, caller, query.id, view)),
    options: (caller) => readTransaction(deps, caller, (tx) => listStudyOptions(tx, caller)),
    create: (caller, study) =>
      changeAndFind(caller, study.id, (tx) => createStudy(deps, tx, caller, study, formatItalianDay(deps.clock()))),
    change: (caller, change) => changeAndFind(caller, change.id, (tx, today) => changeStudy(deps, tx, caller, change, today)),
    setEndDate: (caller, input) => changeAndFind(caller, input.id, (tx, today) => setEndDate(deps, tx, caller, input, today)),
    decideEthics: (caller, decision) => decideForCentre(deps, caller, decision),
    retrieveCandidates: (caller, { id, centre: named }) => {
      const centre = findCallerCentre(caller, named)
      const work = async (tx: Transaction) => {
        const result = await retrieveCandidates(tx, caller, { id, centre }, getToday())
        caller.recordRead({ whose: `study ${id}, centre ${centre}`, columns: ['study_patient_status'], count: result.total })
        return result
      }
      return writeTransaction(deps, caller, work, { centre })
    },
    candidates: (caller, query) => {
      const centre = findCallerCentre(caller, query.centre)
      return readTransaction(deps, caller, (tx) => listCandidates(deps, tx, caller, { centre, query }, getToday()), { centre })
    },
    decideCandidates: async (caller, { centre: named, ...decided }) => {
      const centre = findCallerCentre(caller, named)
      const work = (tx: Transaction) => decideCandidates(deps, tx, caller, { ...decided, centre }, getToday())
      const { refused, ...result } = await writeTransaction(deps, caller, work, { centre })
      const explain = (code: ErrorCode): string => deps.messages.formatError({ code }, caller.language)
      return { ...result, refused: refused.map(({ centrePatientCode, code }) => ({ centrePatientCode, code, message: explain(code) })) }
    },
    participants: (caller, run) => {
      const view = requireView(caller, run)
      const { asRole, centre } = view
      const work = (tx: Transaction) => listParticipants(deps, tx, caller, { ...run, view }, getToday())
      const isolation = 'isolation level repeatable read read only'
      return readTransaction(deps, caller, work, { asRole, ...(centre !== undefined && { centre }), isolation })
    },
    terminate: (caller, input) => act(caller, 'terminate', input),
    suspend: (caller, input) => act(caller, 'suspend', input),
    reactivate: (caller, input) => act(caller, 'reactivate', input),
    remove: (caller, input) =>
      writeTransaction(deps, caller, (tx) => actOnStudy(deps, tx, caller, 'remove', input, { today: getToday(), now: deps.clock() }), {
        asRole: 'GlobalAdmin',
      }),
    mine: (caller) => readTransaction(deps, caller, (tx) => listOwnStudies(tx, caller, getToday())),
    own: (caller, { id }) => readTransaction(deps, caller, (tx) => findOwnStudy(tx, caller, id, getToday())),
    answer: (caller, input) => writeTransaction(deps, caller, (tx) => answerStudy(deps, tx, caller, input, getToday())),
  }
}
