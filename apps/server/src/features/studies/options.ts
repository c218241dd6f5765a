import type { Caller } from '@registry/api-contract/caller'
import type { StudyOptions } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'

type Labelled = { readonly id: string; readonly trans_it: string; readonly trans_en: string }
type Questionnaire = { readonly version: number; readonly description_it: string; readonly description_en: string }

/** Lists the choices of the form of a new study (REQ-STU-10). */
export const listStudyOptions = async ({ sql }: Transaction, { language }: Caller): Promise<StudyOptions> => {
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
