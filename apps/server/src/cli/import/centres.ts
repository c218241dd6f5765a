import { NewCentre } from '@registry/api-contract/centres'
import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { insertCentre } from '../../features/centres/queries.ts'
import { tables } from './directory.ts'
import type { TableRow, TableShape } from './read-table.ts'
import type { FileReport } from './report.ts'

/** A centre of the import. `isNew` centres are created with their first transaction. */
export type ImportedCentre = TableRow<NewCentre> & { readonly isNew: boolean }

export const centresTable: TableShape<NewCentre> = {
  columns: tables['centres.csv'],
  build: (cell) => ({ id: cell('CODE'), name: cell('NAME'), geotreeid: cell('AREA'), city: cell('CITY') }),
  schema: NewCentre,
  columnOf: { id: 'CODE', name: 'NAME', geotreeid: 'AREA', city: 'CITY' },
  key: 'CODE',
}

type Area = { readonly id: string; readonly leaf: boolean; readonly it: string; readonly en: string }
type Stored = { readonly code: string; readonly name: string; readonly geotreeid: string; readonly city: string; readonly active: boolean }

/** Finds an area by its code in any letter case, or by its name. */
const findArea = (areas: readonly Area[], text: string): Area | undefined => {
  const folded = text.toLowerCase()
  return (
    areas.find(({ id }) => id.toLowerCase() === folded) ??
    areas.find(({ it, en }) => it.toLowerCase() === folded || en.toLowerCase() === folded)
  )
}

/** Returns the centres whose rows can be stored, in the order of the file, and reports the others. */
export const acceptCentres = async (
  { sql }: Transaction,
  rows: readonly TableRow<NewCentre>[],
  report: FileReport,
): Promise<readonly ImportedCentre[]> => {
  const areas = await sql<Area[]>`SELECT id, leaf, trans_it AS it, trans_en AS en FROM geotree`
  const stored = await sql<Stored[]>`SELECT code, name, geotreeid, coalesce(city, '') AS city, disabled_at IS NULL AS active FROM centre`
  const byCode = new Map(stored.map((centre) => [centre.code.toLowerCase(), centre]))
  const seen = new Map<string, number>()
  return rows.flatMap(({ row, key, value }): ImportedCentre[] => {
    const reject = (field: string, code: ErrorCode, params?: Readonly<Record<string, number>>): [] => {
      report.reject(row, key, field, params ? { code, params } : { code })
      return []
    }
    const first = seen.get(key.toLowerCase())
    if (first !== undefined) return reject('CODE', 'import_key_repeated', { first })
    seen.set(key.toLowerCase(), row)
    const area = findArea(areas, value.geotreeid)
    if (!area) return reject('AREA', 'centre_area_outside')
    if (!area.leaf) return reject('AREA', 'centre_area_not_leaf')
    const before = byCode.get(key.toLowerCase())
    if (before && before.code !== value.id) return reject('CODE', 'centre_code_in_use')
    if (before && !before.active) return reject('CODE', 'centre_suspended')
    const centre = { ...value, geotreeid: area.id }
    const differing = before && (['name', 'geotreeid', 'city'] as const).find((field) => before[field] !== centre[field])
    if (differing !== undefined) report.warn(row, key, centresTable.columnOf[differing] ?? 'CODE', { code: 'import_field_unchanged' })
    return [{ row, key, value: centre, isNew: before === undefined }]
  })
}

/** Creates a centre, unless it exists. Returns the number of changes. */
export const storeCentre = async (tx: Transaction, { value: { id, name, geotreeid, city } }: ImportedCentre): Promise<number> =>
  (await insertCentre(tx, id, { name, geotreeid, address: null, city: city || null, ecrf: null })) ? 1 : 0
