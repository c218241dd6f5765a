import { randomBytes, randomUUID } from 'node:crypto'
import { formatActorName } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { buildFormNumber, formNumberLength, parseFormNumber } from '@registry/domain/consent/paper-form'
import { AppError, validationError } from '@registry/domain/error'
import { readTransaction, writeTransaction } from '../../../audit/operation.ts'
import { buildReadTrace } from '../../../audit/read-trace.ts'
import { findCallerCentre } from '../../../auth/caller-centre.ts'
import type { Deps } from '../../../app/deps.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import { findDocumentVersion, findPublishedDocument } from '../documents.ts'
import { buildFormDocument } from './form-document.ts'
import { findForm, findScan, insertForm, insertPaperConsent, requireRegistered } from './queries.ts'
import { formatScanContext, readScan } from './scan.ts'

/** The columns of a printed form, and of the scan of a signed one, for their read traces. */
const formColumns = ['CENTER_ID', 'SURNAME', 'NAME'] as const
const scanColumns = [...formColumns, 'C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F'] as const

/** Consents on paper: the printed form, the recorded one with its scan, and the decision of a second person (REQ-CON-30, REQ-CON-31). */
export const paperConsents = (deps: Deps): Services['paperConsents'] => ({
  form: async (caller, { centre: named, code, language }) => {
    const centre = findCallerCentre(caller, named)
    const { patient, texts } = await readTransaction(
      deps,
      caller,
      async (tx) => ({
        patient: await requireRegistered(tx, centre, code),
        texts: {
          information: await findPublishedDocument(tx, 'information', language),
          preliminary: await findPublishedDocument(tx, 'preliminary', language),
          consents: await findPublishedDocument(tx, 'consents', language),
        },
      }),
      { centre },
    )
    const formNumber = buildFormNumber(randomBytes(formNumberLength))
    const pdf = await deps.pdf.print(buildFormDocument(texts, { messages: deps.messages, language, centre, formNumber, patient }), caller)
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [patient.id], formColumns))
    const versions = {
      information: texts.information.version,
      preliminary: texts.preliminary.version,
      consents: texts.consents.version,
    }
    const form = { number: formNumber, patientId: patient.id, centre, language, versions, printedBy: formatActorName(caller.actor) }
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
        const form = number === undefined ? undefined : await findForm(tx, number, patientId)
        if (number === undefined || !form) throw new AppError('paper_form_unknown')
        const { paragraphs } = await findDocumentVersion(tx, 'consents', form.version, form.language)
        const errors = Object.entries(findAnswerErrors(paragraphs, answers)).filter(([, error]) => error.code !== 'consent_required')
        if (errors.length > 0) throw validationError(Object.fromEntries(errors))
        if (signers.some((signer) => signer !== 'patient')) throw validationError({ signers: { code: 'paper_signers_wrong' } })
        const row = { id, number, patientId, centre, answers, signedOn, signers, scan: { ...file, encrypted } }
        if (!(await insertPaperConsent(tx, { ...row, recordedBy: formatActorName(caller.actor) }))) throw new AppError('paper_form_used')
        caller.note(`patient ${patientId}, form on paper recorded`)
      },
      { centre },
    )
    return { id }
  },

  scan: async (caller, { id }) => {
    const centres = caller.actor.kind === 'staff' ? caller.actor.roles.flatMap(({ center }) => center ?? []) : []
    for (const centre of new Set(centres)) {
      const found = await readTransaction(deps, caller, (tx) => findScan(tx, id), { centre })
      if (!found) continue
      const bytes = await deps.encryption.scans.decrypt(found.encrypted, formatScanContext(id))
      caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [found.patientId], scanColumns))
      caller.note(`paper consent ${id}`)
      return { name: found.name, type: found.type, content: bytes.toString('base64') }
    }
    throw new AppError('permission_denied')
  },
})
