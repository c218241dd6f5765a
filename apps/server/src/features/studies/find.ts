import type { Caller } from '@registry/api-contract/caller'
import type { Study } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'
import { formatStudy, type StudyView } from './format-study.ts'
import { findStudyRow, lockStudy, type LockedStudy } from './queries.ts'

/** Returns one study as its reader sees it. @throws AppError study_not_found */
export const findStudy = async (
  tx: Transaction,
  caller: Caller,
  { id, view }: { readonly id: string; readonly view: StudyView },
  today: string,
): Promise<Study> => {
  const study = await findStudyRow(tx, id)
  if (!study) throw new AppError('study_not_found')
  return formatStudy(study, { view, mayWrite: mayUse([view.asRole], 'study:write') }, caller, today)
}

/** Locks a study for a change. @throws AppError study_not_found; study_changed if the caller read another version */
export const requireStudy = async (tx: Transaction, id: string, version?: number): Promise<LockedStudy> => {
  const study = await lockStudy(tx, id)
  if (!study) throw new AppError('study_not_found')
  if (version !== undefined && version !== study.version) throw new AppError('study_changed')
  return study
}
