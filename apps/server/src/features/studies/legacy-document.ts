import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { LanguageInput } from '@registry/api-contract/fields'
import { StudyId } from '@registry/api-contract/study-id'
import type { Language } from '@registry/domain/language'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { legacyOperation, legacyUpload, noFields } from '../../http/legacy/declare.ts'
import { filledText, lang, text } from '../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../http/legacy/route.ts'
import { sendEthicsDocument, storeEthicsDocument } from './ethics-document.ts'
import { sendInformationSheet, storeInformationSheet } from './information-sheet.ts'

const descriptions = { id: fieldTexts.studyId, center: fieldTexts.studyCentre }

const upload = legacyUpload({
  method: 'POST',
  path: '/putEthicsDocument',
  upload: 'EthicsDocument',
  summary: /*i18n*/ {
    id: 'api.clinical_study_document_upload',
    message: 'Aggiunge il documento PDF alla valutazione del comitato etico del centro, una volta sola',
  },
  permission: 'study:decide',
  command: 'putEthicsDocument',
  request: z.object({ id: text(StudyId), center: filledText(z.string().max(80)), lang }),
  response: z.object({}),
  errors: [
    'study_id_required',
    'study_document_no_decision',
    'study_document_exists',
    'study_document_not_pdf',
    'study_document_too_large',
    'file_required',
    'file_too_large',
    'upload_incomplete',
    'busy',
  ],
  descriptions,
  example: { session: 'uses', fields: { id: 'FERRO-1', center: 'RM01' }, file: ['EthicsDocument', 'parere.pdf'] },
  handle: async (caller, { id, center }, { deps, file }) => {
    await storeEthicsDocument(deps, caller, { id, centre: findCallerCentre(caller, center) }, file)
    return noFields()
  },
})

const download = legacyOperation({
  method: 'GET',
  path: '/getEthicsDocument',
  summary: /*i18n*/ { id: 'api.clinical_study_document', message: 'Restituisce il documento PDF del comitato etico di un centro' },
  permission: 'study:read',
  command: 'getEthicsDocument',
  request: z.object({ id: text(StudyId), center: text(z.string().max(80)), lang }),
  response: z.object({}),
  files: ['application/pdf'],
  errors: ['study_id_required', 'study_document_not_found', 'field_required'],
  descriptions,
  example: { session: 'uses', fields: { id: 'FERRO-1', center: 'RM01' } },
  handle: (caller, { id, center: centre }, { deps }) => sendEthicsDocument(deps, caller, { id, centre }),
})

const sheetDescriptions = { id: fieldTexts.studyId, language: fieldTexts.studySheetLanguage }
const sheetFields = { id: 'FERRO-1', language: 'it' }

const uploadSheet = legacyUpload({
  method: 'POST',
  path: '/putStudySheet',
  upload: 'StudySheet',
  summary: /*i18n*/ { id: 'api.study_sheet_upload', message: 'Aggiunge allo studio un foglio informativo PDF per i pazienti invitati' },
  permission: 'study:write',
  command: 'putStudySheet',
  request: z.object({ id: text(StudyId), language: text(LanguageInput), lang }),
  response: z.object({}),
  errors: [
    'study_id_required',
    'study_not_found',
    'study_ended',
    'study_suspended',
    'study_sheet_not_pdf',
    'study_sheet_too_large',
    'file_required',
    'file_too_large',
    'upload_incomplete',
    'busy',
  ],
  descriptions: sheetDescriptions,
  example: { session: 'uses', fields: sheetFields, file: ['StudySheet', 'foglio.pdf'] },
  handle: async (caller, { id, language }, { deps, file }) => {
    await storeInformationSheet(deps, caller, { id, language }, file)
    return noFields()
  },
})

const sheet = {
  method: 'GET',
  request: z.object({ id: text(StudyId), language: text(LanguageInput), lang }),
  response: z.object({}),
  files: ['application/pdf'],
  errors: ['study_id_required', 'study_sheet_not_found', 'field_required'],
  descriptions: sheetDescriptions,
  example: { session: 'uses', fields: sheetFields },
  handle: (caller: Caller, { id, language }: { readonly id: string; readonly language: Language }, { deps }: LegacyCall) =>
    sendInformationSheet(deps, caller, { id, language }),
} as const

const downloadSheet = legacyOperation({
  ...sheet,
  path: '/getStudySheet',
  summary: /*i18n*/ { id: 'api.study_sheet', message: 'Restituisce al personale il foglio informativo PDF di uno studio' },
  permission: 'study:read',
  command: 'getStudySheet',
})

const readOwnSheet = legacyOperation({
  ...sheet,
  path: '/patient/StudySheet',
  summary: /*i18n*/ {
    id: 'api.patient_study_sheet',
    message: 'Restituisce il foglio informativo PDF di uno studio a un paziente invitato',
  },
  permission: 'study:own',
  command: 'StudySheet',
})

export const studyDocumentLegacy: readonly LegacyRoute[] = [upload, download, uploadSheet, downloadSheet, readOwnSheet]
