type Centre = { readonly code: string; readonly name: string }
type CheckCount = { readonly checkKey: string; readonly centre: Centre; readonly open: number }

/** A check with its count at each centre of the matrix, and the open discrepancies of all of them. */
export type MatrixRow<C> = { readonly check: C; readonly open: number; readonly cells: readonly (C | undefined)[] }

/** Counts as a matrix: a row for each check, the one with most open discrepancies first, a column for each centre that has any. */
export const buildCheckMatrix = <C extends CheckCount>(
  counts: readonly C[],
): { readonly centres: readonly Centre[]; readonly rows: readonly MatrixRow<C>[] } => {
  const centres = [...new Map(counts.map(({ centre }) => [centre.code, centre])).values()].toSorted((one, other) =>
    one.code.localeCompare(other.code),
  )
  const rows = [...Map.groupBy(counts, ({ checkKey }) => checkKey).values()].flatMap((ofCheck): MatrixRow<C>[] => {
    const [check] = ofCheck
    if (!check) return []
    const cells = centres.map(({ code }) => ofCheck.find(({ centre }) => centre.code === code))
    return [{ check, open: ofCheck.reduce((sum, { open }) => sum + open, 0), cells }]
  })
  return { centres, rows: rows.toSorted((one, other) => other.open - one.open) }
}
