import type { Transaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import type { StudyLifecycle, StudyState } from '@registry/domain/studies/states'

/** A study with the names that its fields refer to, and the decisions of the centres. */
export type StoredStudy = {
  readonly id: string
  readonly version: number
  readonly title: string
  readonly description: string
  readonly title_en: string | null
  readonly description_en: string | null
  readonly purpose: string | null
  readonly purpose_en: string | null
  readonly duration: string | null
  readonly duration_en: string | null
  readonly contact_name: string | null
  readonly contact: string | null
  readonly status: StudyState
  readonly end_enrollment_date: string | null
  readonly suspended: boolean
  readonly deleted: boolean
  readonly video_url: string | null
  readonly main_centre: string
  readonly main_centre_name: string
  readonly type: string
  readonly type_it: string
  readonly type_en: string
  readonly extraeu: boolean
  readonly f: boolean
  readonly p_db: boolean
  readonly filter_id: number
  readonly filter_name: string
  readonly filter_description: string
  readonly filter_fields: unknown
  readonly sf36_version: number
  readonly sf36_it: string
  readonly sf36_en: string
  readonly decisions: readonly StoredDecision[]
  readonly sheets: { language: Language; name: string; enteredAt: string; enteredBy: string }[]
}

export type StoredDecision = {
  readonly centre: string
  readonly name: string
  readonly approved: boolean
  readonly committee: string | null
  readonly decided_on: string | null
  readonly entered_at: string
  readonly entered_by: string
  readonly has_document: boolean
  /** Whether patients of the centre were invited, as far as the reader sees them. */
  readonly has_invited: boolean
  readonly corrections: { approved: boolean; reason: string; correctedAt: string; correctedBy: string }[]
}

/** The fields of a study that determine the possible operations. */
export const toStudyLifecycle = (study: Pick<StoredStudy, 'status' | 'end_enrollment_date' | 'suspended' | 'deleted'>): StudyLifecycle => ({
  state: study.status,
  endDate: study.end_enrollment_date,
  suspended: study.suspended,
  deleted: study.deleted,
})

const selectStudies = ({ sql }: Transaction, id: string | null) => sql<StoredStudy[]>`
  SELECT s.id, s.version, s.title, s.description, s.title_en, s.description_en, s.purpose, s.purpose_en, s.duration, s.duration_en, s.contact_name, s.contact, s.status, s.end_enrollment_date, s.suspended_at IS NOT NULL AS suspended,
    s.deleted_at IS NOT NULL AS deleted, s.video_url, s.main_centre, c.name AS main_centre_name,
    s.type, t.trans_it AS type_it, t.trans_en AS type_en, s.extraeu, s.f, s.p_db,
    s.filter_id, f.name AS filter_name, f.description AS filter_description, f.fields AS filter_fields,
    s.sf36_version, q.description_it AS sf36_it, q.description_en AS sf36_en, coalesce(d.decisions, '[]') AS decisions,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('language', language, 'name', name, 'enteredAt', entered_at, 'enteredBy', entered_by) ORDER BY language DESC), '[]')
      FROM (SELECT DISTINCT ON (language) language, name, entered_at, entered_by FROM clinical_study_sheet WHERE study_id = s.id ORDER BY language, id DESC) AS newest) AS sheets
  FROM clinical_study AS s
  JOIN centre AS c ON c.code = s.main_centre
  JOIN saved_filter AS f ON f.id = s.filter_id
  JOIN sf36_version AS q ON q.version = s.sf36_version
  JOIN reference_value AS t ON t.table_name = 'svc_clinical_study_type' AND t.id = s.type
  LEFT JOIN (
    SELECT e.study_id, jsonb_agg(jsonb_build_object('centre', e.centre_code, 'name', centre.name, 'approved', e.approved, 'committee', e.committee,
      'decided_on', e.decided_on, 'entered_at', e.entered_at, 'entered_by', e.entered_by,
      'has_document', EXISTS (SELECT FROM clinical_study_document AS doc WHERE doc.study_id = e.study_id AND doc.centre_code = e.centre_code),
      'has_invited', EXISTS (SELECT FROM study_patient AS p WHERE p.study_id = e.study_id AND p.centre_code = e.centre_code AND p.invited_at IS NOT NULL),
      'corrections', (SELECT coalesce(jsonb_agg(jsonb_build_object('approved', c.approved, 'reason', c.reason, 'correctedAt', c.corrected_at,
        'correctedBy', c.corrected_by) ORDER BY c.id), '[]') FROM clinical_study_correction AS c WHERE c.study_id = e.study_id AND c.centre_code = e.centre_code)) ORDER BY e.entered_at, e.centre_code) AS decisions
    FROM clinical_study_centre AS e JOIN centre ON centre.code = e.centre_code GROUP BY e.study_id
  ) AS d ON d.study_id = s.id
  WHERE s.deleted_at IS NULL AND (${id}::text IS NULL OR s.id = ${id}) ORDER BY s.created_at DESC, s.id`

export const listStudyRows = (tx: Transaction): Promise<StoredStudy[]> => selectStudies(tx, null)

export const findStudyRow = async (tx: Transaction, id: string): Promise<StoredStudy | undefined> => {
  const [row] = await selectStudies(tx, id)
  return row
}

/** The lifecycle of a study, locked until the transaction ends, to serialise operations. */
export type LockedStudy = StudyLifecycle & { readonly version: number; readonly mainCentre: string }

export const lockStudy = async ({ sql }: Transaction, id: string): Promise<LockedStudy | undefined> => {
  // A row lock needs the right to change the study, which centres and patients do not have.
  await sql`SELECT pg_advisory_xact_lock(hashtext('clinical_study'), hashtext(${id}))`
  const [row] = await sql<LockedStudy[]>`
    SELECT version, main_centre AS "mainCentre", status AS state, end_enrollment_date AS "endDate", suspended_at IS NOT NULL AS suspended,
      deleted_at IS NOT NULL AS deleted
    FROM clinical_study WHERE id = ${id} AND deleted_at IS NULL`
  return row
}

type Columns = Readonly<Record<string, string | number | null>>

/** Stores a new study. Returns false if the code is in use. */
export const insertStudy = async ({ sql }: Transaction, columns: Columns): Promise<boolean> => {
  const { count } = await sql`INSERT INTO clinical_study ${sql(columns)} ON CONFLICT (id) DO NOTHING`
  return count > 0
}

export const updateStudy = async ({ sql }: Transaction, id: string, columns: Columns): Promise<void> => {
  if (Object.keys(columns).length > 0) await sql`UPDATE clinical_study SET ${sql(columns)} WHERE id = ${id}`
}

/** The stored decision of a centre, and whether it has invited patients. */
export const findDecision = async ({ sql }: Transaction, id: string, centre: string) => {
  const [decision] = await sql<{ approved: boolean; has_invited: boolean }[]>`
    SELECT approved, EXISTS (SELECT FROM study_patient WHERE study_id = ${id} AND centre_code = ${centre} AND invited_at IS NOT NULL) AS has_invited
    FROM clinical_study_centre WHERE study_id = ${id} AND centre_code = ${centre}`
  return decision
}

export type NewDecision = {
  readonly id: string
  readonly centre: string
  readonly approved: boolean
  readonly committee: string | null
  readonly decidedOn: string | null
  readonly enteredBy: string
}

/** Stores the decision of a centre. Returns false if it has decided before. */
export const insertDecision = async ({ sql }: Transaction, { id, centre, approved, committee, decidedOn, enteredBy }: NewDecision) => {
  const { count } = await sql`
    INSERT INTO clinical_study_centre (study_id, centre_code, approved, committee, decided_on, entered_by)
    VALUES (${id}, ${centre}, ${approved}, ${committee}, ${decidedOn}, ${enteredBy}) ON CONFLICT DO NOTHING`
  return count > 0
}
