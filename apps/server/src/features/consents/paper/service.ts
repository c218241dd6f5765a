import { randomBytes, randomUUID } from 'node:crypto'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import type { Transaction } from '@registry/db/transaction'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { buildFormNumber, formNumberLength, parseFormNumber } from '@registry/domain/consent/paper-form'
import { findOption, listQuestions } from '@registry/domain/consent/questions'
import { AppError, validationError } from '@registry/domain/error'
import { readTransaction, writeTransaction } from '../../../audit/operation.ts'
import { buildReadTrace } from '../../../audit/read-trace.ts'
import { findCallerCentre, listOwnCentres } from '../../../auth/caller-centre.ts'
import type { Deps } from '../../../app/deps.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import { findDocumentVersion, findPublishedDocument } from '../documents.ts'
import { findPatientAssent } from '../queries.ts'
import { buildFormDocument } from './form-document.ts'
import {
  findFormVersions,
  findPaperPersons,
  findScan,
  hasPaper,
  insertForm,
  insertPaperConsent,
  listForms,
  listGuardians,
  listPapers,
  refusePaper,
  requireRegistered,
  verifyPaper,
  type StoredPaper,
} from './queries.ts'
import { formatScanContext, readScan } from './scan.ts'

/** The columns of a printed form, for its read trace. */
const formColumns = ['CENTER_ID', 'SURNAME', 'NAME'] as const
/** Those of a recorded form. */
const answerColumns = [...formColumns, 'C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F'] as const

/** Finds the caller's centre that has a recorded form. @throws AppError permission_denied for one of another centre, and after an erasure */
const findPaperCentre = async (deps: Pick<Deps, 'database'>, caller: Caller, id: string): Promise<string> => {
  for (const centre of listOwnCentres(caller)) if (await readTransaction(deps, caller, (tx) => hasPaper(tx, id), { centre })) return centre
  throw new AppError('permission_denied')
}

const formatMoment = (moment: string): string => new Date(moment).toISOString()

/** The form as a person compares it with its scan: questions and answers in the printed words. */
const describePaper = async (tx: Transaction, paper: StoredPaper) => {
  const { paragraphs } = await findDocumentVersion(tx, 'consents', paper.version, paper.language)
  const answers = listQuestions(paragraphs).flatMap((question) => {
    const value = paper.answers[question.field]
    return value === undefined
      ? []
      : [{ field: question.field, question: question.text, answer: findOption(question, value) ?? String(value) }]
  })
  return { ...paper, signers: [...paper.signers], answers, superseded: [...paper.superseded], recordedAt: formatMoment(paper.recordedAt) }
}

/**
 * Issues the receipt of the answers that came into force. Row security gives receipts and ledger to the patient only, so the rest of the
 * transaction is the patient's.
 */
const issuePaperReceipt = async (
  deps: Pick<Deps, 'issueReceipt'>,
  tx: Transaction,
  paper: StoredPaper,
  { subject, superseded, ledger }: NonNullable<Awaited<ReturnType<typeof verifyPaper>>>,
): Promise<void> => {
  const versions = await findFormVersions(tx, paper.formNumber)
  const persons = await findPaperPersons(tx, paper.id)
  if (!ledger || !versions || !persons) return
  await tx.sql`SELECT set_config('app.patient', ${String(paper.patientId)}, true)`
  await deps.issueReceipt(tx, {
    subject,
    patientId: paper.patientId,
    client: 'paper',
    paper: { form: paper.formNumber, signedOn: paper.signedOn, ...persons },
    ...versions,
    document: await findDocumentVersion(tx, 'consents', paper.version, paper.language),
    answers: Object.fromEntries(Object.entries(paper.answers).filter(([field]) => !superseded.includes(field))),
    ledger,
  })
}

/** Consents on paper: the printed form, the recorded one with its scan, and the decision of a second person (REQ-CON-30, REQ-CON-31, REQ-CON-32). */
export const paperConsents = (deps: Deps): Services['paperConsents'] => ({
  form: async (caller, { centre: named, code, language }) => {
    const centre = findCallerCentre(caller, named)
    const { patient, texts } = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const registered = await requireRegistered(tx, centre, code)
        const assent = await findPatientAssent(tx, registered.id)
        return {
          patient: registered,
          texts: {
            information: await findPublishedDocument(tx, 'information', language),
            preliminary: await findPublishedDocument(tx, 'preliminary', language),
            consents: await findPublishedDocument(tx, 'consents', language),
            assent: assent?.isAsked ? await findPublishedDocument(tx, `assent_${assent.text}`, language) : null,
          },
        }
      },
      { centre },
    )
    const formNumber = buildFormNumber(randomBytes(formNumberLength))
    const content = buildFormDocument(texts, { messages: deps.messages, language, centre, formNumber, patient })
    const pdf = await deps.pdf.print(content, caller)
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [patient.id], formColumns))
    const form = { number: formNumber, patientId: patient.id, centre, language, texts, printedBy: formatActorName(caller.actor) }
    await writeTransaction(deps, caller, (tx) => insertForm(tx, form), { centre })
    return { formNumber, pdf: Buffer.from(pdf).toString('base64') }
  },

  record: async (caller, { centre: named, code, formNumber, answers, signedOn, signers, scan }) => {
    const centre = findCallerCentre(caller, named)
    if (Object.keys(answers).length === 0) throw validationError({ answers: { code: 'paper_answers_missing' } })
    if (signedOn > formatItalianDay(deps.clock())) throw validationError({ signedOn: { code: 'paper_signed_wrong' } })
    const number = parseFormNumber(formNumber)
    const file = readScan(scan)
    const id = randomUUID()
    const encrypted = await deps.encryption.scans.encrypt(file.bytes, formatScanContext(id))
    await writeTransaction(
      deps,
      caller,
      async (tx) => {
        const { id: patientId } = await requireRegistered(tx, centre, code)
        const form = (await listForms(tx, patientId)).find((printed) => printed.formNumber === number)
        if (!form) throw new AppError('paper_form_unknown')
        const { paragraphs } = await findDocumentVersion(tx, 'consents', form.version, form.language)
        const errors = Object.entries(findAnswerErrors(paragraphs, answers)).filter(([, error]) => error.code !== 'consent_required')
        if (errors.length > 0) throw validationError(Object.fromEntries(errors))
        const known = new Set<string | number>(['patient', ...(await listGuardians(tx, patientId)).map((guardian) => guardian.id)])
        if (signers.some((signer) => !known.has(signer))) throw validationError({ signers: { code: 'paper_signers_wrong' } })
        const row = { id, formNumber: form.formNumber, patientId, centre, answers, signedOn, signers, scan: { ...file, encrypted } }
        if (!(await insertPaperConsent(tx, { ...row, recordedBy: formatActorName(caller.actor) }))) throw new AppError('paper_form_used')
        caller.note(`patient ${patientId}, form on paper recorded`)
      },
      { centre },
    )
    return { id }
  },

  scan: async (caller, { id }) => {
    const centre = await findPaperCentre(deps, caller, id)
    const found = await readTransaction(deps, caller, (tx) => findScan(tx, id), { centre })
    if (!found) throw new AppError('permission_denied')
    const bytes = await deps.encryption.scans.decrypt(found.encrypted, formatScanContext(id))
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [found.patientId], answerColumns))
    // The confirmation looks for exactly this entry of the log (THREAT-71).
    caller.note(`paper consent ${id}`)
    return { name: found.name, type: found.type, content: bytes.toString('base64') }
  },

  ofPatient: async (caller, { centre: named, code }) => {
    const centre = findCallerCentre(caller, named)
    const { id, ...found } = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const { id: patientId } = await requireRegistered(tx, centre, code)
        const papers = await Promise.all((await listPapers(tx, centre, { patientId })).map((paper) => describePaper(tx, paper)))
        const used = new Set(papers.flatMap(({ state, formNumber }) => (state === 'REFUSED' ? [] : [formNumber])))
        const open = (await listForms(tx, patientId)).filter(({ formNumber }) => !used.has(formNumber))
        const printed = open.map(async ({ version, ...form }) => {
          const { paragraphs } = await findDocumentVersion(tx, 'consents', version, form.language)
          const questions = listQuestions(paragraphs).map(({ field, text, options }) => ({ field, text, options: [...options] }))
          return { ...form, printedAt: formatMoment(form.printedAt), questions }
        })
        return { id: patientId, printed: await Promise.all(printed), recorded: papers, guardians: await listGuardians(tx, patientId) }
      },
      { centre },
    )
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [id], answerColumns))
    return {
      ...found,
      recorded: found.recorded.map((paper) => ({ ...paper, decidedAt: paper.decidedAt === null ? null : formatMoment(paper.decidedAt) })),
    }
  },

  pending: async (caller) => {
    const own = formatActorName(caller.actor)
    const found = listOwnCentres(caller).map((centre) =>
      readTransaction(
        deps,
        caller,
        async (tx) => ({ centre, papers: await Promise.all((await listPapers(tx, centre)).map((paper) => describePaper(tx, paper))) }),
        { centre },
      ),
    )
    const centres = await Promise.all(found)
    const traces = centres.map(({ centre, papers }) =>
      buildReadTrace(deps.keyedHash, `centre ${centre}`, [...new Set(papers.map(({ patientId }) => patientId))], answerColumns),
    )
    caller.recordRead(...(await Promise.all(traces)))
    return centres.flatMap(({ centre, papers }) => papers.map((paper) => ({ ...paper, centre, own: paper.recordedBy === own })))
  },

  verify: async (caller, { id }) => {
    const centre = await findPaperCentre(deps, caller, id)
    const work = async (tx: Transaction): Promise<readonly string[]> => {
      const [paper] = await listPapers(tx, centre, { id })
      const verified = await verifyPaper(tx, id)
      if (!paper || !verified) throw new AppError('permission_denied')
      caller.note(`patient ${paper.patientId}, form on paper verified`)
      await issuePaperReceipt(deps, tx, paper, verified)
      return verified.superseded
    }
    return { superseded: [...(await writeTransaction(deps, caller, work, { centre }))] }
  },

  refuse: async (caller, { id, reason }) => {
    const centre = await findPaperCentre(deps, caller, id)
    const work = async (tx: Transaction): Promise<void> => {
      const patientId = await refusePaper(tx, id, reason)
      if (patientId === undefined) throw new AppError('permission_denied')
      caller.note(`patient ${patientId}, form on paper refused`)
    }
    await writeTransaction(deps, caller, work, { centre })
  },
})
