import { z } from 'zod'
import { LanguageInput } from '@registry/api-contract/fields'
import { operationMessages } from '@registry/domain/legacy/messages'
import { tableFormats } from '@registry/tabular/format'
import type { LegacyShape, LegacyShapes } from '../../http/legacy/shape.ts'
import type { MessageText } from '../../messages.ts'

const Line = z.object({ row: z.number().int(), key: z.string(), field: z.string().optional(), code: z.string(), message: z.string() })

const Report = z.object({ ok: z.number().int(), ko: z.number().int(), detail: z.array(Line) })

const load = (about: MessageText, upload: string, name: string): LegacyShape => ({
  about,
  upload,
  fields: z.object({
    centerCode: z.string().optional(),
    centerPwd: z.string().optional(),
    format: z.enum(tableFormats),
    dry_run: z.boolean().optional(),
    lang: LanguageInput.optional(),
  }),
  answer: Report.extend({ report: Report }),
  refusals: [
    'centre_refused',
    'centre_ambiguous',
    'too_many_tries',
    'busy',
    'file_required',
    'format_required',
    'format_unknown',
    'file_too_large',
    'file_format_mismatch',
    'file_column_unknown',
    'file_column_missing',
    'upload_incomplete',
    'upload_too_slow',
    'import_took_too_long',
    'upload_space_full',
  ],
  example: { fields: { centerCode: 'RM01', centerPwd: 'Thal-Demo-2026-RM01', format: 'csv', dry_run: 'true' }, file: [upload, name] },
})

export const importsShapes: LegacyShapes = {
  '/createPatients': load(operationMessages.createPatients, 'PatientsFile', 'patients.csv'),
  '/putPersonalData': load(operationMessages.putPersonalData, 'PersonalDataFile', 'personal.csv'),
  '/putMedicalData': load(operationMessages.putMedicalData, 'MedicalDataFile', 'medical.csv'),
}
