import { posix } from 'node:path'
import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import type { Attributes } from '../guarded-xml.ts'
import { readPart } from './part.ts'
import type { ZipParts } from './zip.ts'

/** The archive names of the parts of the first visible sheet. */
export type Workbook = {
  readonly sheet: string
  readonly strings: string | undefined
  readonly styles: string | undefined
  /** True if dates count from 1904, as in old Mac versions of Excel. */
  readonly from1904: boolean
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/** Finds the first visible sheet in workbook order (REQ-IMP-02) through the relations between parts (ECMA-376). */
export const findWorkbook = async (zip: ZipParts, limits: TableLimits): Promise<Workbook> => {
  const main = (await readRelations(zip, '', limits)).find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !zip.has(main)) throw new TableError('xlsx_damaged')
  const { visible, from1904 } = await readWorkbook(zip, main, limits)
  const parts = await readRelations(zip, main, limits)
  const sheets = new Map(parts.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]))
  // A sheet of the workbook can be a chart.
  const sheet = visible.map((id) => sheets.get(id)).find((target) => target !== undefined)
  if (sheet === undefined) throw new TableError('xlsx_no_sheet')
  const findTarget = (type: string): string | undefined => parts.find((part) => part.type === type && zip.has(part.target))?.target
  return { sheet, strings: findTarget('sharedStrings'), styles: findTarget('styles'), from1904 }
}

/** Returns the relations of a part. The last segment of a type's URL is the same in the strict and the transitional dialect. */
const readRelations = async (zip: ZipParts, part: string, limits: TableLimits): Promise<Relation[]> => {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const found: Relation[] = []
  if (!zip.has(file)) return found
  const open = (name: string, attributes: Attributes): void => {
    const id = attributes['Id']
    const target = attributes['Target']
    if (name !== 'Relationship' || id === undefined || target === undefined || attributes['TargetMode'] === 'External') return
    found.push({ id, type: posix.basename(attributes['Type'] ?? ''), target: posix.join(target.startsWith('/') ? '' : folder, target) })
  }
  await readPart(zip, file, { open, close: ignore, text: ignore }, limits)
  return found
}

const readWorkbook = async (zip: ZipParts, part: string, limits: TableLimits) => {
  const visible: string[] = []
  let from1904 = false
  const open = (name: string, attributes: Attributes): void => {
    if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
    if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    if (id !== undefined) visible.push(id)
  }
  await readPart(zip, part, { open, close: ignore, text: ignore }, limits)
  return { visible, from1904 }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

export const ignore = (): void => {}
