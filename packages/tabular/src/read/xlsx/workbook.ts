import { posix } from 'node:path'
import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import type { Attributes } from '../guarded-xml.ts'
import { readPart } from './part.ts'
import type { ZipParts } from './zip.ts'

/** The parts that make the first sheet, by their names in the archive. */
export type Workbook = {
  readonly sheet: string
  readonly strings: string | undefined
  readonly styles: string | undefined
  /** Whether days are counted from 1904, as old spreadsheets of one make do. */
  readonly from1904: boolean
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/** Finds the first sheet in the order of the workbook (D4), following the relations between parts as ECMA-376 has them. */
export const findWorkbook = async (zip: ZipParts, limits: TableLimits): Promise<Workbook> => {
  const main = (await relations(zip, '', limits)).find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !zip.has(main)) throw new TableError('xlsx_damaged')
  const { firstSheet, from1904 } = await readWorkbook(zip, main, limits)
  const parts = await relations(zip, main, limits)
  const sheet = parts.find(({ id, type }) => id === firstSheet && type === 'worksheet')?.target
  if (sheet === undefined) throw new TableError('xlsx_no_sheet')
  const target = (wanted: string): string | undefined => parts.find(({ type, target: part }) => type === wanted && zip.has(part))?.target
  return { sheet, strings: target('sharedStrings'), styles: target('styles'), from1904 }
}

/** What a part points to; types by the last word of their address, which the strict and the transitional dialect share. */
const relations = async (zip: ZipParts, part: string, limits: TableLimits): Promise<Relation[]> => {
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
  let firstSheet: string | undefined
  let from1904 = false
  const open = (name: string, attributes: Attributes): void => {
    if (name === 'workbookPr') from1904 = isTrue(attributes['date1904'])
    if (name === 'sheet') firstSheet ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
  }
  await readPart(zip, part, { open, close: ignore, text: ignore }, limits)
  return { firstSheet, from1904 }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

export const ignore = (): void => {}
