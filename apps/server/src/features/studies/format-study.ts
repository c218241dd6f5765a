import type { Caller } from '@registry/api-contract/caller'
import type { Study, StudyReading, StudyRow } from '@registry/api-contract/studies'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { editableFields } from '@registry/domain/studies/editable-fields'
import { findStudyRequest, rankStudyRequest, type StudyReader } from '@registry/domain/studies/requested-operation'
import { findCorrection, isAllowed } from '@registry/domain/studies/transitions'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { toStudyLifecycle, type StoredStudy } from './queries.ts'

/** The role in which a caller reads studies, with its centre. */
export type StudyView = { readonly asRole: StudyReading['asRole']; readonly centre: string | undefined }

/** Requires the role, and finds the centre of a CenterAdmin (THREAT-05). @throws AppError permission_denied */
export const requireView = (caller: Caller, { asRole, centre }: StudyReading): StudyView => {
  const { actor } = caller
  const grants = actor.kind === 'staff' ? actor.roles.filter(({ role }) => role === asRole) : []
  const [grant] = grants
  if (!grant) throw new AppError('permission_denied')
  return { asRole, centre: grant.center === undefined ? undefined : findCallerCentre(caller, centre) }
}

const buildReader = ({ asRole, centre }: StudyView, study: StoredStudy): StudyReader => {
  const decision = study.decisions.find((one) => one.centre === centre)
  return { role: asRole, isMain: study.main_centre === centre, approved: decision?.approved ?? null }
}

type StudyTexts = Pick<StoredStudy, 'title' | 'description' | 'title_en' | 'description_en'>
type StoredTexts = StudyTexts & Pick<StoredStudy, 'purpose' | 'purpose_en' | 'duration' | 'duration_en'>

/** The texts of a study in a language. The Italian ones replace missing English ones. */
export const getStudyTexts = ({ title, description, title_en, description_en }: StudyTexts, language: Language) =>
  language === 'it' ? { title, description } : { title: title_en ?? title, description: description_en ?? description }

/** The texts of a study in both languages. */
export const listStudyTexts = ({ title, description, purpose, duration, ...english }: StoredTexts) => ({
  title,
  description,
  titleEn: english.title_en,
  descriptionEn: english.description_en,
  purpose,
  purposeEn: english.purpose_en,
  duration,
  durationEn: english.duration_en,
})

/** The contact of the study team. The database stores its two parts together or neither. */
export const formatContact = ({ contact_name: name, contact }: Pick<StoredStudy, 'contact_name' | 'contact'>): Study['contact'] =>
  name === null || contact === null ? null : { name, contact }

/** Formats a study for the role of its reader. */
export const formatStudyRow = (study: StoredStudy, view: StudyView, { language }: Caller, today: string): StudyRow => ({
  id: study.id,
  version: study.version,
  title: getStudyTexts(study, language).title,
  mainCentre: { id: study.main_centre, name: study.main_centre_name },
  status: study.status,
  suspended: study.suspended,
  endDate: study.end_enrollment_date,
  type: {
    id: study.type,
    label: language === 'it' ? study.type_it : study.type_en,
    extraeu: study.extraeu,
    f: study.f,
    p_db: study.p_db,
  },
  filter: { id: study.filter_id, name: study.filter_name, description: study.filter_description },
  approved: study.decisions.find(({ centre }) => centre === study.main_centre)?.approved ?? null,
  enrolledCentres: study.decisions.map(({ centre, name, approved }) => ({ id: centre, name, approved })),
  ...formatRequest(study, view, today),
})

const formatRequest = (study: StoredStudy, view: StudyView, today: string) => {
  const { ops, readonly } = findStudyRequest(toStudyLifecycle(study), buildReader(view, study), today)
  return { ops: [...ops], readonly }
}

/** Orders studies by their requested operation; the newest study of each group comes first. */
export const sortStudies = (rows: readonly StudyRow[]): StudyRow[] => rows.toSorted((a, b) => rankStudyRequest(a) - rankStudyRequest(b))

const actions = ['setEndDate', 'terminate', 'suspend', 'reactivate', 'remove'] as const

/** Formats a study for its page. `mayWrite` is the permission to change studies. */
export const formatStudy = (
  study: StoredStudy,
  { view, mayWrite }: { readonly view: StudyView; readonly mayWrite: boolean },
  caller: Caller,
  today: string,
): Study => {
  const life = toStudyLifecycle(study)
  return {
    ...formatStudyRow(study, view, caller, today),
    description: getStudyTexts(study, caller.language).description,
    texts: listStudyTexts(study),
    contact: formatContact(study),
    sheets: study.sheets,
    sf36: { version: study.sf36_version, description: caller.language === 'it' ? study.sf36_it : study.sf36_en },
    videoUrl: study.video_url,
    decisions: study.decisions.map(
      ({ centre, name, approved, committee, decided_on, entered_at, entered_by, has_document, has_invited, corrections }) => ({
        centre: { id: centre, name },
        isMain: centre === study.main_centre,
        approved,
        committee,
        decidedOn: decided_on,
        enteredAt: entered_at,
        enteredBy: entered_by,
        hasDocument: has_document,
        mayCorrect:
          centre === view.centre &&
          !has_invited &&
          [true, false].some((after) => isAllowed(findCorrection(centre === study.main_centre, approved, after), life, today)),
        corrections,
      }),
    ),
    editable: mayWrite ? [...editableFields[study.status]] : [],
    actions: mayWrite ? actions.filter((action) => isAllowed(action, life, today)) : [],
  }
}
