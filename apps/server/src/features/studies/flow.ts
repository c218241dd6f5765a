import type { Caller } from '@registry/api-contract/caller'
import type { StudyFlow } from '@registry/api-contract/studies'
import type { Transaction } from '@registry/db/transaction'
import { mayCountSmallGroups, roundCount } from '@registry/domain/access/small-groups'
import { AppError } from '@registry/domain/error'
import type { StudyView } from './format-study.ts'
import { findStudyRow } from './queries.ts'

type RecruitedDay = { readonly day: string; readonly centre: string; readonly yes: number }

/** Rounds the counts of a flow for roles that read no rows: none under five, and none derivable (REQ-UI-17). */
export const roundCounts = <Name extends string>(counts: Readonly<Record<Name, number>>): Record<Name, number | null> => {
  const rounded: Partial<Record<Name, number | null>> = {}
  for (const name in counts) rounded[name] = roundCount(counts[name])
  return { ...counts, ...rounded }
}

/** The smallest step of a rounded recruitment. */
const step = 5

/** Shows the recruitment of each centre in steps of five, on the day that completes a step. Days must be in order (REQ-UI-17). */
export const roundRecruitment = (days: readonly RecruitedDay[]): readonly RecruitedDay[] => {
  const pending = new Map<string, number>()
  return days.flatMap(({ day, centre, yes }) => {
    const waiting = (pending.get(centre) ?? 0) + yes
    pending.set(centre, waiting % step)
    const shown = waiting - (waiting % step)
    return shown > 0 ? [{ day, centre, yes: shown }] : []
  })
}

type Counts = Readonly<Record<keyof StudyFlow['total'], number>>
type CentreCounts = Counts & { readonly id: string; readonly name: string }

const empty: Counts = { candidates: 0, approved: 0, refused: 0, invited: 0, waiting: 0, yes: 0, no: 0, left: 0, exported: 0 }

const addCounts = (a: Counts, b: Counts): Counts => ({
  candidates: a.candidates + b.candidates,
  approved: a.approved + b.approved,
  refused: a.refused + b.refused,
  invited: a.invited + b.invited,
  waiting: a.waiting + b.waiting,
  yes: a.yes + b.yes,
  no: a.no + b.no,
  left: a.left + b.left,
  exported: a.exported + b.exported,
})

/** Row security limits the rows to the reader's area or centre. A role that runs no filters counts invited patients only. */
const countByCentre = ({ sql }: Transaction, id: string, withCandidates: boolean) => sql<CentreCounts[]>`
  SELECT p.centre_code AS id, c.name, count(*)::int AS candidates,
    count(*) FILTER (WHERE p.approved)::int AS approved, count(*) FILTER (WHERE NOT p.approved)::int AS refused,
    count(*) FILTER (WHERE p.status IS NOT NULL)::int AS invited, count(*) FILTER (WHERE p.status = 'AttesaConsenso')::int AS waiting,
    count(*) FILTER (WHERE p.status IN ('ConsensoSI', 'Esportato'))::int AS yes, count(*) FILTER (WHERE p.status = 'ConsensoNO' AND p.left_at IS NULL)::int AS no, count(*) FILTER (WHERE p.left_at IS NOT NULL)::int AS left,
    count(*) FILTER (WHERE p.status = 'Esportato')::int AS exported
  FROM study_patient AS p JOIN centre AS c ON c.code = p.centre_code
  WHERE p.study_id = ${id} AND (${withCandidates} OR p.status IS NOT NULL) GROUP BY p.centre_code, c.name ORDER BY p.centre_code`

const countByDay = ({ sql }: Transaction, id: string) => sql<{ day: string; centre: string; yes: number }[]>`
  SELECT (answered_at AT TIME ZONE 'Europe/Rome')::date::text AS day, centre_code AS centre, count(*)::int AS yes
  FROM study_patient WHERE study_id = ${id} AND status IN ('ConsensoSI', 'Esportato')
  GROUP BY 1, 2 ORDER BY 1, 2`

/** Counts that reveal something about the filter: its candidates, and the centre's decisions before an invitation (REQ-STU-14). */
const noCandidates = { candidates: null, approved: null, refused: null }

/**
 * Counts the patients of a study by their state (REQ-STU-14). Roles that read no rows get no candidates and no small groups of the invited
 * (REQ-UI-17).
 */
export const countFlow = async (tx: Transaction, caller: Caller, id: string, { asRole, centre }: StudyView): Promise<StudyFlow> => {
  if (!(await findStudyRow(tx, id))) throw new AppError('study_not_found')
  const readsRows = mayCountSmallGroups([asRole])
  const centres = await countByCentre(tx, id, readsRows)
  const total = centres.reduce(addCounts, empty)
  caller.recordRead({
    whose: `study ${id}${centre === undefined ? '' : `, centre ${centre}`}`,
    columns: ['study_patient_status'],
    count: total.candidates,
    role: asRole,
  })
  const recruitment = await countByDay(tx, id)
  if (readsRows) return { isRounded: false, total, centres, recruitment }
  return {
    isRounded: true,
    total: { ...roundCounts(total), ...noCandidates },
    centres: centres.map(({ id: code, name, ...counts }) => ({ id: code, name, ...roundCounts(counts), ...noCandidates })),
    recruitment: [...roundRecruitment(recruitment)],
  }
}
