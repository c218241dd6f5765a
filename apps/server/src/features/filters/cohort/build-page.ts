import type { CohortPage } from '@registry/api-contract/cohort'
import type { Transaction } from '@registry/db/transaction'
import type { CohortCell } from '@registry/domain/cohort/groups'
import { exactRounding, protectedRounding } from '@registry/domain/cohort/rounding'
import { showCohort } from '@registry/domain/cohort/show'
import type { ReferenceValue } from '@registry/domain/reference/reference-values'
import { readReferenceValues } from '../../../shared/reference-values.ts'
import type { CentreCell } from './cells-query.ts'

/** The numbers of all centres together; none with fewer than five centres of five patients (REQ-COH-04). Their reader reads no rows. */
const readNetwork = async ({ sql }: Transaction): Promise<CohortPage['network']> => {
  const cells = await sql<CohortCell[]>`SELECT indicator, key, counted::integer, total::integer FROM list_network_cohort()`
  return cells.length === 0 ? null : showCohort(cells, protectedRounding)
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
  /** The numbers by centre, for the indicators that compare centres. */
  readonly byCentre: readonly CentreCell[]
}

/** Adds the network and the names of the centres to a cohort. The caller may read its rows, so its numbers are exact (REQ-COH-02). */
export const buildCohortPage = async (tx: Transaction, { computedAt, own, byCentre }: Counted): Promise<CohortPage> => {
  const cellsByCentre = Map.groupBy(byCentre, ({ centre }) => centre)
  const codes = [...cellsByCentre.keys()].toSorted()
  const named = await tx.sql<{ code: string; name: string }[]>`SELECT code, name FROM centre WHERE code = ANY (${codes})`
  const names = new Map(named.map(({ code, name }) => [code, name]))
  const centres = codes.map((code) => {
    const { patients, ferritin, lic, t2, missing } = showCohort(cellsByCentre.get(code) ?? [], exactRounding)
    return { code, name: names.get(code) ?? code, patients, ferritin, lic, t2, missing }
  })
  return {
    computedAt,
    own: showCohort(own, exactRounding),
    network: await readNetwork(tx),
    centres,
    causes: await listCauses(tx),
  }
}
