import type { CohortPage } from '@registry/api-contract/cohort'
import type { Transaction } from '@registry/db/transaction'
import type { CohortCell } from '@registry/domain/cohort/groups'
import { drawRounding, exactRounding, type Rounding } from '@registry/domain/cohort/rounding'
import { showCohort } from '@registry/domain/cohort/show'
import type { ReferenceValue } from '@registry/domain/reference/reference-values'
import type { Deps } from '../deps.ts'
import { createDraw } from '../filters/draw.ts'
import { readReferenceValues } from '../reference-values.ts'
import type { CentreCell } from './cells-query.ts'

type Needs = Pick<Deps, 'keyedHash'>

/** Draws by all numbers of the group, so that the change of one patient draws every number anew (decision 0047). */
export const drawByCells = async (needs: Needs, cells: readonly CohortCell[]): Promise<Rounding> => {
  const written = cells.map(({ figure, key, counted, total }) => `${figure} ${key} ${counted} ${total}`).toSorted()
  return drawRounding(await createDraw(needs, written.join(';')))
}

/** The numbers of all centres together; none with fewer than five centres of five patients (REQ-COH-04). */
const readNetwork = async (needs: Needs, { sql }: Transaction): Promise<CohortPage['network']> => {
  const cells = await sql<CohortCell[]>`SELECT figure, key, counted::integer, total::integer FROM list_network_cohort()`
  return cells.length === 0 ? null : showCohort(cells, await drawByCells(needs, cells))
}

const findGroup = ({ extra }: ReferenceValue): string => {
  const group = extra?.['group']
  return typeof group === 'string' ? group : 'other'
}

const listCauses = async (tx: Transaction): Promise<CohortPage['causes']> => {
  const values = (await readReferenceValues(tx))('icd9')
  return Object.fromEntries([...Map.groupBy(values, findGroup)].map(([group, rows]) => [group, rows.map(({ id }) => id)]))
}

type Counted = {
  readonly computedAt: string | null
  readonly own: readonly CohortCell[]
  /** The numbers by centre, for the figures that compare centres. */
  readonly byCentre: readonly CentreCell[]
  /** Whether the reader knows the patients by name, and sees exact numbers. */
  readonly isExact: boolean
}

/** Rounds the numbers of a cohort, and adds the network and the names of the centres. */
export const buildCohortPage = async (
  needs: Needs,
  tx: Transaction,
  { computedAt, own, byCentre, isExact }: Counted,
): Promise<CohortPage> => {
  const chooseRounding = (cells: readonly CohortCell[]): Promise<Rounding> | Rounding =>
    isExact ? exactRounding : drawByCells(needs, cells)
  const cellsByCentre = Map.groupBy(byCentre, ({ centre }) => centre)
  const codes = [...cellsByCentre.keys()].toSorted()
  const names = await tx.sql<{ code: string; name: string }[]>`SELECT code, name FROM centre WHERE code = ANY (${codes})`
  const centres = await Promise.all(
    codes.map(async (code) => {
      const cells = cellsByCentre.get(code) ?? []
      const { patients, ferritin, lic, t2, missing } = showCohort(cells, await chooseRounding(cells))
      return { code, name: names.find((centre) => centre.code === code)?.name ?? code, patients, ferritin, lic, t2, missing }
    }),
  )
  return {
    computedAt,
    own: showCohort(own, await chooseRounding(own)),
    network: await readNetwork(needs, tx),
    centres,
    causes: await listCauses(tx),
  }
}
