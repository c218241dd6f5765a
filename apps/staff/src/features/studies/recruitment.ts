import type { StudyFlow } from '@registry/api-contract/studies'

export type RecruitmentDay = { readonly day: string; readonly total: number }

/** Adds the answers Yes of all centres up, day by day. `day` is `yyyy-mm-dd`, in order. */
export const addUpRecruitment = (recruitment: StudyFlow['recruitment']): readonly RecruitmentDay[] => {
  const byDay = new Map<string, number>()
  for (const { day, yes } of recruitment) byDay.set(day, (byDay.get(day) ?? 0) + yes)
  let total = 0
  return [...byDay].toSorted(([a], [b]) => a.localeCompare(b)).map(([day, yes]) => ({ day, total: (total += yes) }))
}
