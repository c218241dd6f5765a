import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import { requireNextState } from '@registry/domain/studies/transitions'
import type { Deps } from '../../deps.ts'
import { requireStudy } from './find.ts'
import { insertDecision } from './queries.ts'
import { mailStudyStep } from './staff-mails.ts'

/** A decision of the ethics committee of a centre. Old programs send neither committee nor day. */
type Decision = {
  readonly id: string
  readonly centre: string
  readonly approved: boolean
  readonly committee: string | null
  readonly decidedOn: string | null
}

/**
 * Stores the decision of the caller's centre, once. The decision of the main centre moves the study on (REQ-STU-02).
 * @throws AppError study_ethics_decided, study_not_sent, study_enrolment_over
 */
export const decideEthics = async (
  deps: Pick<Deps, 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  caller: Caller,
  decision: Decision,
  today: string,
): Promise<void> => {
  const { id, centre, approved, decidedOn } = decision
  const study = await requireStudy(tx, id)
  const { mainCentre } = study
  const own = approved ? 'approveEthics' : 'refuseEthics'
  requireNextState(mainCentre === centre ? own : 'decideForCentre', study, today)
  if (decidedOn !== null && decidedOn > today) throw validationError({ decidedOn: { code: 'study_ethics_date' } })
  if (!(await insertDecision(tx, { ...decision, enteredBy: formatActorName(caller.actor) }))) throw new AppError('study_ethics_decided')
  if (mainCentre === centre) await mailStudyStep(deps, tx, approved ? 'approved' : 'refused', { id, mainCentre })
  if (mainCentre === centre && approved) await mailStudyStep(deps, tx, 'sent', { id, mainCentre })
  caller.note(`study ${id}: ${centre} ${approved ? 'approves' : 'refuses'}`)
}
