import { mayUse, patientScopeByRole } from './permissions.ts'
import type { Role } from './roles.ts'

/** A group of fewer patients is a small group (REQ-UI-17). */
export const minGroupSize = 5

const isSmall = (count: number): boolean => count > 0 && count < minGroupSize

/** Whether each role that counts patients may also read their rows. Others see no count of a small group (REQ-UI-17). */
export const mayCountSmallGroups = (roles: readonly Role[]): boolean =>
  roles.filter((role) => patientScopeByRole[role] !== 'nobody').every((role) => mayUse([role], 'filter:run'))

/** Rounds a count to a multiple of the smallest group, for those who read no rows; null for fewer (REQ-UI-17). */
export const roundCount = (count: number): number | null => (count < minGroupSize ? null : Math.round(count / minGroupSize) * minGroupSize)

/** Hides a part of a total if the part or the rest is a small group. */
export const hideSmallPart = (part: number, total: number): number | null => (isSmall(part) || isSmall(total - part) ? null : part)

/** Hides the small groups of a distribution. One hidden group alone follows from the total, so the next larger one is hidden too. */
export const hideSmallGroups = (counts: readonly number[]): readonly (number | null)[] => {
  const hidden = new Set(counts.flatMap((count, index) => (isSmall(count) ? [index] : [])))
  if (hidden.size === 1) {
    const [next] = counts
      .flatMap((count, index) => (count > 0 && !hidden.has(index) ? [{ count, index }] : []))
      .toSorted((a, b) => a.count - b.count)
    if (next) hidden.add(next.index)
  }
  return counts.map((count, index) => (hidden.has(index) ? null : count))
}
