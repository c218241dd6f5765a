import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { AppError, validationError } from '@registry/domain/error'
import { findCorrection, requireNextState } from '@registry/domain/studies/transitions'
import type { Deps } from '../../app/deps.ts'
import { requireStudy } from './find.ts'
import { findDecision, insertDecision } from './queries.ts'
import { mailStudyStep } from './staff-mails.ts'

/** A decision of the ethics committee of a centre. Old programs send neither committee nor day. */
type Decision = {
  readonly id: string
  readonly centre: string
  readonly approved: boolean
  readonly committee: string | null
  readonly decidedOn: string | null
  /** The reason for correcting a stored decision. */
  readonly reason?: string | undefined
}

/**
 * Stores the decision of the caller's centre, or corrects it with a reason until patients were invited. The main centre's decision changes
 * the study's state (REQ-STU-02, REQ-STU-13).
 * @throws AppError study_ethics_decided without a reason, study_ethics_fixed, study_not_sent, study_enrolment_over
 */
export const decideEthics = async (
  deps: Pick<Deps, 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  caller: Caller,
  decision: Decision,
  today: string,
): Promise<void> => {
  const { id, centre, approved, committee, decidedOn, reason } = decision
  const study = await requireStudy(tx, id)
  const { mainCentre } = study
  const isMain = mainCentre === centre
  if (decidedOn !== null && decidedOn > today) throw validationError({ decidedOn: { code: 'study_ethics_date' } })
  const stored = reason === undefined ? undefined : await findDecision(tx, id, centre)
  if (stored && reason !== undefined) {
    requireNextState(findCorrection(isMain, stored.approved, approved), study, today)
    if (stored.has_invited) throw new AppError('study_ethics_fixed')
    await tx.sql`SELECT correct_ethics_decision(${id}, ${approved}, ${committee}, ${decidedOn}, ${reason})`
  } else {
    const decides = approved ? 'approveEthics' : 'refuseEthics'
    requireNextState(isMain ? decides : 'decideForCentre', study, today)
    if (!(await insertDecision(tx, { ...decision, enteredBy: formatActorName(caller.actor) }))) throw new AppError('study_ethics_decided')
  }
  const movesStudy = isMain && stored?.approved !== approved
  if (movesStudy) await mailStudyStep(deps, tx, approved ? 'approved' : 'refused', { id, mainCentre })
  if (movesStudy && approved) await mailStudyStep(deps, tx, 'sent', { id, mainCentre })
  // A correction has removed the end date.
  if (movesStudy && approved && !stored && study.endDate !== null && study.endDate >= today)
    await mailStudyStep(deps, tx, 'opened', { id, mainCentre, day: formatDay(study.endDate) })
  if (movesStudy && stored && !approved) await mailStudyStep(deps, tx, 'terminated', { id, mainCentre })
  caller.note(`study ${id}: ${centre} ${approved ? 'approves' : 'refuses'}${stored ? ', corrected' : ''}`)
}
