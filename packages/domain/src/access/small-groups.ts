import { mayUse, patientScopeByRole } from './permissions.ts'
import type { Role } from './roles.ts'

/** A group of fewer patients is a small group (REQ-UI-17). */
export const minGroupSize = 5

const isSmall = (count: number): boolean => count > 0 && count < minGroupSize

/** Whether each role that counts patients may also read their rows. Others see no count of a small group (REQ-UI-17). */
export const mayCountSmallGroups = (roles: readonly Role[]): boolean =>
  roles.filter((role) => patientScopeByRole[role] !== 'nobody').every((role) => mayUse([role], 'filter:run'))

/**
 * Rounds a count to a multiple of the smallest group; null for fewer. Two counts that differ by few patients mostly look the same
 * (REQ-FIL-11).
 */
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

/**
 * Rounds a count up or down to a multiple of five, by a draw from 0 to 1; null below ten. It is right on average. The caller draws anew for
 * another set of patients, so a change by one patient looks like the change of every other number (REQ-FIL-17).
 */
export const roundByDraw = (count: number, draw: number): number | null => {
  const below = Math.floor(count / minGroupSize) * minGroupSize
  const rounded = (count - below) / minGroupSize > draw ? below + minGroupSize : below
  return count < minGroupSize || rounded <= minGroupSize ? null : rounded
}

/** The smallest number that `roundByDraw` shows. */
export const minDrawnCount: number = 2 * minGroupSize
