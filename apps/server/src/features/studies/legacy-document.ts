import { z } from 'zod'
import { StudyId } from '@registry/api-contract/study-id'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { legacyOperation, legacyUpload, noFields } from '../../http/legacy/declare.ts'
import { filledText, lang, text } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { sendEthicsDocument, storeEthicsDocument } from './ethics-document.ts'

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

export const studyDocumentLegacy: readonly LegacyRoute[] = [upload, download]
