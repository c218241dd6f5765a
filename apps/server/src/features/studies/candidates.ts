import type { Caller } from '@registry/api-contract/caller'
import type { CandidateQuery, RetrievalResult, StudyCandidates } from '@registry/api-contract/study-candidates'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { listExpressionFields } from '@registry/domain/expression/expression'
import type { ParticipationState } from '@registry/domain/studies/states'
import { isAllowed } from '@registry/domain/studies/transitions'
import type { Deps } from '../../app/deps.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { requireStudy } from './find.ts'
import { checkConditions, countCandidates, matchCandidates } from './match.ts'
import { describeConditions, findStudyFilter, type StudyFilter } from './study-filter.ts'

const columns = ['CENTER_ID', 'SURNAME', 'NAME', 'approved', 'study_patient_status']

/** The columns for a read trace of candidates. Being a candidate reveals the fields of the condition (REQ-PAT-14, REQ-PAT-18). */
export const listCandidateColumns = ({ where }: StudyFilter): readonly string[] => [
  ...new Set([...columns, ...listExpressionFields(where)]),
]

/**
 * Denies a centre whose ethics committee has not approved the study.
 * @throws AppError study_centre_not_approved
 */
export const requireApproval = async ({ sql }: Transaction, id: string, centre: string): Promise<void> => {
  const [decided] = await sql`SELECT FROM clinical_study_centre WHERE study_id = ${id} AND centre_code = ${centre} AND approved`
  if (!decided) throw new AppError('study_centre_not_approved')
}

type Target = { readonly id: string; readonly centre: string }

/**
 * Matches the candidates of a centre again, while the centre still decides (REQ-STU-06). After the end of the enrolment the list is fixed.
 * @throws AppError study_not_found, study_centre_not_approved
 */
export const retrieveCandidates = async (
  tx: Transaction,
  caller: Caller,
  { id, centre }: Target,
  today: string,
): Promise<RetrievalResult> => {
  const study = await requireStudy(tx, id)
  await requireApproval(tx, id, centre)
  const result = isAllowed('decidePatients', study, today)
    ? await matchCandidates(tx, { id, centre }, today)
    : { added: 0, removed: 0, total: await countCandidates(tx, { id, centre }) }
  caller.note(`study ${id}, centre ${centre}: ${result.added} added, ${result.removed} removed, ${result.total} candidates`)
  return result
}

type CandidateRow = {
  readonly patient_id: number
  readonly record: string
  readonly centrePatientCode: string
  readonly surname: string
  readonly name: string
  readonly approved: boolean | null
  readonly status: ParticipationState | null
  readonly invited_at: string | null
  readonly answered_at: string | null
  readonly left_at: string | null
  readonly matches: boolean
  readonly c_db: boolean | null
  readonly c_s: boolean | null
  readonly total: number
}

const selectCandidates = ({ sql }: Transaction, centre: string, { id, search, state, offset, limit }: CandidateQuery) => {
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null
  return sql<CandidateRow[]>`
    SELECT s.patient_id, i.record_id AS record, i.centre_patient_code AS "centrePatientCode", i.surname, i.name, s.approved, s.status, s.invited_at, s.answered_at, s.left_at, s.matches, p.c_db, p.c_s,
      count(*) OVER ()::int AS total
    FROM study_patient AS s JOIN patient_identity AS i ON i.patient_id = s.patient_id JOIN patient AS p ON p.id = s.patient_id
    WHERE s.study_id = ${id} AND s.centre_code = ${centre}
      AND (${pattern}::text IS NULL OR i.centre_patient_code ILIKE ${pattern} OR i.surname ILIKE ${pattern} OR i.name ILIKE ${pattern})
      AND CASE ${state ?? null}::text WHEN 'undecided' THEN s.approved IS NULL WHEN 'refused' THEN NOT s.approved ELSE ${state ?? null}::text IS NULL OR s.status = ${state ?? null} END
    ORDER BY i.centre_patient_code OFFSET ${offset} LIMIT ${limit}`
}

/** Lists all candidates of a centre, for a file or a centre's program. */
export const listCandidateRows = ({ sql }: Transaction, centre: string, id: string) => sql<
  Pick<CandidateRow, 'patient_id' | 'centrePatientCode' | 'surname' | 'name' | 'approved' | 'status'>[]
>`
  SELECT s.patient_id, i.centre_patient_code AS "centrePatientCode", i.surname, i.name, s.approved, s.status
  FROM study_patient AS s JOIN patient_identity AS i ON i.patient_id = s.patient_id
  WHERE s.study_id = ${id} AND s.centre_code = ${centre} ORDER BY i.centre_patient_code`

/** Lists candidates of a centre, each with the conditions that it meets today (REQ-STU-17). */
export const listCandidates = async (
  deps: Pick<Deps, 'keyedHash'>,
  tx: Transaction,
  caller: Caller,
  { centre, query }: { readonly centre: string; readonly query: CandidateQuery },
  today: string,
): Promise<StudyCandidates> => {
  await requireApproval(tx, query.id, centre)
  const filter = await findStudyFilter(tx, query.id)
  const rows = await selectCandidates(tx, centre, query)
  const patients = rows.map(({ patient_id }) => patient_id)
  const conditions = await describeConditions(tx, filter, caller.language)
  const met = await checkConditions(tx, filter, patients, today)
  caller.recordRead(await buildReadTrace(deps.keyedHash, `study ${query.id}, centre ${centre}`, patients, listCandidateColumns(filter)))
  return {
    conditions,
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ patient_id, invited_at, answered_at, left_at, c_db, c_s, total: _total, ...row }) => ({
      ...row,
      invitedAt: invited_at,
      answeredAt: answered_at,
      leftAt: left_at,
      consents: { c_db, c_s },
      conditions: [...(met.get(patient_id) ?? conditions.map(() => null))],
    })),
  }
}
