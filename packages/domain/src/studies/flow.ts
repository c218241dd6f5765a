import { roundCount } from '../access/small-groups.ts'

export type RecruitedDay = { readonly day: string; readonly centre: string; readonly yes: number }

/** Rounds the counts of a flow for roles that read no rows: none under five, and none that follows from the others (REQ-UI-17). */
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
