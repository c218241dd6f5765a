import { hideSmallGroups, hideSmallPart, minGroupSize, roundByDraw } from '../access/small-groups.ts'
import type { Draw, ShownCount } from '../filter/distribution.ts'

export type Countable = { readonly cell: string; readonly count: number }

/** How the numbers of a cohort are shown, so that they reveal no small group (REQ-COH-02). */
export type Rounding = {
  /** Groups that exclude each other. */
  readonly groups: (groups: readonly Countable[]) => readonly ShownCount[]
  /** The patients of all groups that are not named. With exact numbers their sum would reveal one hidden group, so it is hidden too. */
  readonly others: (cell: string, count: number) => ShownCount
  readonly part: (cell: string, part: number, total: number) => { readonly part: ShownCount; readonly total: ShownCount }
  /** Expected numbers, which are no whole ones. The same cell rounds all of them in the same direction, so that a curve never rises. */
  readonly expected: (cell: string, count: number) => number
}

const roundExpected = (count: number, draw: number): number => {
  const below = Math.floor(count / minGroupSize) * minGroupSize
  return (count - below) / minGroupSize > draw ? below + minGroupSize : below
}

/** Rounds each number by a draw (decision 0039). The caller draws anew for other numbers. */
export const drawRounding = (draw: Draw): Rounding => ({
  groups: (groups) => groups.map(({ cell, count }) => roundByDraw(count, draw(cell))),
  others: (cell, count) => roundByDraw(count, draw(`others ${cell}`)),
  part: (cell, part, total) => ({
    part: roundByDraw(part, draw(`part ${cell}`)),
    total: roundByDraw(total, draw(`total ${cell}`)),
  }),
  expected: (cell, count) => roundExpected(count, draw(cell)),
})

/** Shows exact numbers and hides small groups, for a centre that knows its patients by name (decision 0035). */
export const exactRounding: Rounding = {
  groups: (groups) => hideSmallGroups(groups.map(({ count }) => count)),
  others: () => null,
  part: (_cell, part, total) =>
    total > 0 && total < minGroupSize ? { part: null, total: null } : { part: hideSmallPart(part, total), total },
  expected: (_cell, count) => roundExpected(count, 0.5),
}
