import type { Caller } from '@registry/api-contract/caller'
import type { CandidateDecisions } from '@registry/api-contract/study-candidates'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { decidePatient } from '@registry/domain/studies/participation'
import type { ParticipationState } from '@registry/domain/studies/states'
import { requireNextState } from '@registry/domain/studies/transitions'
import type { Deps } from '../../app/deps.ts'
import { inviteStudyPatients } from '../../jobs/study-messages.ts'
import { requireApproval } from './candidates.ts'
import { requireStudy } from './find.ts'
import type { LockedStudy } from './queries.ts'

type Stored = {
  readonly patient_id: number
  readonly centrePatientCode: string
  readonly approved: boolean | null
  readonly state: ParticipationState | null
}

const findCandidates = ({ sql }: Transaction, { id, centre }: Target, codes: readonly string[]) => sql<Stored[]>`
  SELECT s.patient_id, i.centre_patient_code AS "centrePatientCode", s.approved, s.status AS state
  FROM study_patient AS s JOIN patient_identity AS i ON i.patient_id = s.patient_id
  WHERE s.study_id = ${id} AND s.centre_code = ${centre} AND i.centre_patient_code = ANY (${[...codes]}::text[]) FOR UPDATE OF s`

type Target = { readonly id: string; readonly centre: string }
type Change = Stored & { readonly next: { readonly approved: boolean | null; readonly state: ParticipationState | null } }

const storeChanges = async ({ sql }: Transaction, id: string, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const rows = changes.map(({ patient_id, next: { approved, state } }) => ({ patient_id, approved, status: state }))
  await sql`
    UPDATE study_patient SET approved = change.approved, decided_at = now(), status = change.status,
      decided_by = current_setting('app.actor'), decided_via = current_setting('app.source')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS change (patient_id integer, approved boolean, status text)
    WHERE study_id = ${id} AND study_patient.patient_id = change.patient_id`
}

export type Decided = {
  readonly changed: number
  readonly invited: number
  readonly refused: readonly { readonly centrePatientCode: string; readonly code: ErrorCode }[]
}

type Decision = CandidateDecisions['decisions'][number]

/** Requires a study that accepts decisions of the centre. @throws AppError study_not_found, study_centre_not_approved, or the reason */
export const requireDecidableStudy = async (tx: Transaction, { id, centre }: Target, today: string): Promise<LockedStudy> => {
  const study = await requireStudy(tx, id)
  await requireApproval(tx, id, centre)
  requireNextState('decidePatients', study, today)
  return study
}

type DecidedStudy = Target & { readonly study: LockedStudy }

/** Stores the valid decisions and returns the others with their reason (REQ-STU-06). */
export const storeDecisions = async (
  tx: Transaction,
  { id, centre, study }: DecidedStudy,
  decisions: readonly Decision[],
  today: string,
): Promise<Omit<Decided, 'invited'>> => {
  const codes = decisions.map(({ centrePatientCode }) => centrePatientCode)
  const byCode = new Map((await findCandidates(tx, { id, centre }, codes)).map((one) => [one.centrePatientCode, one]))
  const refused: { centrePatientCode: string; code: ErrorCode }[] = []
  const changes = new Map<string, Change>()
  for (const { centrePatientCode, approved } of decisions) {
    const candidate = byCode.get(centrePatientCode)
    const result = candidate ? decidePatient(study, candidate, approved, today) : ({ error: 'study_patient_unknown' } as const)
    if ('error' in result) refused.push({ centrePatientCode, code: result.error })
    else if (candidate && candidate.approved !== approved) changes.set(centrePatientCode, { ...candidate, next: result.patient })
    else changes.delete(centrePatientCode)
  }
  await storeChanges(tx, id, [...changes.values()])
  return { changed: changes.size, refused }
}

/** Invites the approved candidates of a study that has its end date. */
export const inviteDecided = (
  deps: Pick<Deps, 'env' | 'messages'>,
  tx: Transaction,
  { id, study }: DecidedStudy,
  today: string,
): Promise<number> => (study.endDate === null ? Promise.resolve(0) : inviteStudyPatients(deps, tx, { id, endDate: study.endDate }, today))

/** Stores the decisions of a centre and invites the approved candidates of an open study. @throws AppError for a study that accepts no decision */
export const decideCandidates = async (
  deps: Pick<Deps, 'env' | 'messages'>,
  tx: Transaction,
  caller: Caller,
  { id, centre, decisions }: Target & Pick<CandidateDecisions, 'decisions'>,
  today: string,
): Promise<Decided> => {
  const decided = { id, centre, study: await requireDecidableStudy(tx, { id, centre }, today) }
  const { changed, refused } = await storeDecisions(tx, decided, decisions, today)
  const invited = await inviteDecided(deps, tx, decided, today)
  caller.note(`study ${id}, centre ${centre}: ${changed} decisions, ${invited} invited, ${refused.length} refused`)
  return { changed, invited, refused }
}
