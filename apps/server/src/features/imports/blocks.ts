import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { blockColumns, type BlockCommand } from '@registry/domain/imports/columns'
import type { Staged } from './staging.ts'

/** How the statements of a load call the tables of the record; the file's own rows are `s`. */
export const alias = { patient: 'p', patient_identity: 'i', patient_personal: 'd', patient_medical: 'm' } as const satisfies Record<
  FieldTable,
  string
>

/** The block that a command writes. */
export const blocks = {
  putPersonalData: { block: 'PATIENT', table: 'patient_personal' },
  putMedicalData: { block: 'MEDICAL_DATA', table: 'patient_medical' },
} as const

/** A field as it is stored. */
export const storedColumn = ({ table, column }: Field): string => `${alias[table]}."${column}"`

/** The part of a file that its load is about: the fields that it brings, and the columns that some of its rows clear. */
export type FilePart = {
  readonly command: BlockCommand
  readonly store: readonly Field[]
  readonly agree: readonly Field[]
  readonly keep: readonly Field[]
  readonly cleared: ReadonlySet<string>
}

export const buildFilePart = (command: BlockCommand, { columns, cleared }: Staged): FilePart => {
  const of = (wanted: string): readonly Field[] =>
    blockColumns[command].filter(({ use, field }) => use === wanted && columns.has(field.column)).map(({ field }) => field)
  return { command, store: of('store'), agree: of('agree'), keep: of('keep'), cleared }
}

/** A field as the file's row would leave it: its own value, none where it clears, else the stored one (D4). */
export const mergedValue = ({ cleared }: FilePart, field: Field): string => {
  const value = `coalesce(s."${field.column}", ${storedColumn(field)})`
  return cleared.has(field.column) ? `CASE WHEN '${field.column}' = ANY (s.cleared) THEN NULL ELSE ${value} END` : value
}

/** True where the file's row changes the field. */
export const valueDiffers = (part: FilePart, field: Field): string =>
  part.cleared.has(field.column)
    ? `${mergedValue(part, field)} IS DISTINCT FROM ${storedColumn(field)}`
    : `(s."${field.column}" IS NOT NULL AND s."${field.column}" IS DISTINCT FROM ${storedColumn(field)})`
