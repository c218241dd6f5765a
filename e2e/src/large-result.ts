import type { FilterRows } from '@registry/api-contract/saved-filters'
import { filterableFields } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'

const words = ['Trasfuso regolarmente', 'Mai trasfuso', 'Trattamento sospeso per intolleranza', 'Non noto']
const day = (seed: number): string =>
  `20${String(10 + (seed % 16))}-${String(1 + (seed % 12)).padStart(2, '0')}-${String(1 + (seed % 28)).padStart(2, '0')}`

const values: Record<FieldType, (seed: number) => string | number | boolean> = {
  string: (seed) => `Testo ${seed % 977}`,
  integer: (seed) => seed % 400,
  float: (seed) => (seed % 9973) / 8,
  date: day,
  boolean: (seed) => seed % 3 === 0,
  choice: (seed) => words[seed % words.length] ?? '',
  choices: (seed) => JSON.stringify([words[seed % words.length]]),
}

type Size = { readonly rows: number; readonly columns: number }

/** Builds a result with all fields of the picker and further columns. One cell in seven is empty. */
export const buildLargeResult = ({ rows, columns }: Size): FilterRows => {
  const fields = filterableFields.slice(0, columns)
  const extras = Array.from({ length: columns - fields.length }, (_column, index) => `EXTRA_${index + 1}`)
  const types = [...fields.map(({ type }) => type), ...extras.map(() => 'float' as const)]
  return {
    columns: [...fields.map(({ name }) => name), ...extras],
    rows: Array.from({ length: rows }, (_row, row) =>
      types.map((type, column) => ((row * 31 + column * 17) % 7 === 0 ? null : values[type](row * 31 + column * 17))),
    ),
    total: rows,
    leftOut: { noConsent: 0, noAnswer: 0, noValue: 0 },
    withheld: [{ columns: [10, 11, 12], rows: Array.from({ length: rows / 10 }, (_row, index) => index * 10) }],
  }
}
