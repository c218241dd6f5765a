import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import { StudyRole, type Study, type StudyReading } from '@registry/api-contract/studies'
import { AppError } from '@registry/domain/error'
import { FieldSelection } from '@registry/domain/filter/selection'
import { findLabel } from '@registry/domain/reference/reference-values'
import { readTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { formatStudyRow, listStudyTexts, requireView, sortStudies } from './format-study.ts'
import { listOwnStudyDetails } from './own.ts'
import { listStudyRows } from './queries.ts'

const Names = z.union([z.literal('ALL'), z.array(z.string())])
const Text = z.string().nullable()

/** A study with the old names. Patients receive the fields of their page only. */
export const LegacyStudy = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  title_en: Text,
  description_en: Text,
  end_enrollment_date: Text,
  main_center: z.string().optional(),
  status: z.string(),
  ethics_committee_approval: z.boolean().nullable().optional(),
  clinical_study_type: z.string().optional(),
  inthem_query_code: z.number().int().optional(),
  sf36_code: z.number().int().optional(),
  video_url: Text,
  enrolled_centers: z.array(z.object({ center_id: z.string(), ethics_committee_approval: z.boolean() })).optional(),
  ops: z.array(z.string()).optional(),
  readonly: z.boolean().optional(),
  status_detail: z.object({ status_trans: z.string() }).optional(),
  clinical_study_type_detail: z.object({ name: z.string().optional(), extraeu: z.boolean(), f: z.boolean(), p_db: z.boolean() }),
  inthem_query_code_detail: z
    .object({
      name: z.string(),
      description: z.string(),
      field_list: z.object({ PATIENT: Names, MEDICAL_DATA: z.record(z.string(), Names.optional()) }).nullable(),
    })
    .optional(),
})
type LegacyStudy = z.infer<typeof LegacyStudy>

/** The role of a caller who names none: the first of the roles that read studies. */
const findRole = ({ actor }: Caller, asRole: StudyReading['asRole'] | undefined): StudyReading['asRole'] => {
  const held = actor.kind === 'staff' ? actor.roles.map(({ role }) => role) : []
  const found = asRole ?? StudyRole.options.find((role) => held.includes(role))
  if (found === undefined) throw new AppError('permission_denied')
  return found
}

/** Lists the studies as staff, or as a patient the studies that invited the patient (document 1, section 7). */
export const listLegacyStudies = (deps: Deps, caller: Caller, asRole: StudyReading['asRole'] | undefined): Promise<LegacyStudy[]> =>
  caller.actor.kind === 'patient' ? listForPatient(deps, caller) : listForStaff(deps, caller, findRole(caller, asRole))

const formatTexts = ({ title, description, titleEn, descriptionEn }: Study['texts']) => ({
  title,
  description,
  title_en: titleEn,
  description_en: descriptionEn,
})

const listForPatient = (deps: Deps, caller: Caller): Promise<LegacyStudy[]> =>
  readTransaction(deps, caller, async (tx) => {
    const studies = await listOwnStudyDetails(tx, caller, formatItalianDay(deps.clock()))
    return studies.map(({ id, texts, endDate, videoUrl, partners, state, answer }) => ({
      id,
      ...formatTexts(texts),
      end_enrollment_date: endDate,
      status: answer ?? (state === 'waiting' ? 'AttesaConsenso' : ''),
      video_url: videoUrl,
      clinical_study_type_detail: partners,
    }))
  })

const listForStaff = (deps: Deps, caller: Caller, asRole: StudyReading['asRole']): Promise<LegacyStudy[]> => {
  const view = requireView(caller, { asRole })
  const today = formatItalianDay(deps.clock())
  const work = async (tx: Parameters<typeof listStudyRows>[0]): Promise<LegacyStudy[]> => {
    const stored = await listStudyRows(tx)
    const byId = new Map(stored.map((one) => [one.id, one]))
    const statuses = (await readReferenceValues(tx))('svc_clinical_study_status')
    return sortStudies(stored.map((one) => formatStudyRow(one, view, caller, today))).flatMap((row) => {
      const study = byId.get(row.id)
      if (!study) return []
      const status = statuses.find(({ id }) => id === row.status)
      return {
        id: row.id,
        ...formatTexts(listStudyTexts(study)),
        end_enrollment_date: row.endDate,
        main_center: row.mainCentre.id,
        status: row.status,
        ethics_committee_approval: row.approved,
        clinical_study_type: row.type.id,
        inthem_query_code: row.filter.id,
        sf36_code: study.sf36_version,
        video_url: study.video_url,
        enrolled_centers: row.enrolledCentres.map(({ id, approved }) => ({ center_id: id, ethics_committee_approval: approved })),
        ops: row.ops,
        readonly: row.readonly,
        status_detail: { status_trans: status ? findLabel(status, caller.language) : row.status },
        clinical_study_type_detail: { name: row.type.label, extraeu: row.type.extraeu, f: row.type.f, p_db: row.type.p_db },
        inthem_query_code_detail: {
          name: row.filter.name,
          description: row.filter.description,
          field_list: FieldSelection.safeParse(study.filter_fields).data ?? null,
        },
      }
    })
  }
  return readTransaction(deps, caller, work, { asRole, ...(view.centre !== undefined && { centre: view.centre }) })
}
