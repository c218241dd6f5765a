import type { OutputColumn } from './column.ts'
import { formatCopyCell } from './copy-rows.ts'
import { decodeCopyCell } from './copy-text.ts'
import type { CellFormat } from './row-format.ts'

type Labels = NonNullable<OutputColumn['labels']>

const parseList = (text: string): readonly string[] => {
  if (!text.startsWith('[')) return [text]
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list.map(String) : [text]
}

const findLabels = (labels: Labels, text: string): string =>
  labels.get(text) ??
  parseList(text)
    .map((code) => labels.get(code) ?? code)
    .join('; ')

/** Writes the labels of the cells of a column that has labels. */
export const withLabels = ({ open, other, ...unlabelled }: CellFormat, { labels }: OutputColumn): CellFormat =>
  labels ? { open, other: (raw) => other(formatCopyCell(findLabels(labels, decodeCopyCell(raw)))) } : { open, other, ...unlabelled }
