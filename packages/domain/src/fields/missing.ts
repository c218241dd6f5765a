import type { Field, FieldName } from './dictionary.ts'
import type { Translations } from './field-definition.ts'
import { clearToken, type PatientRecord, type Value } from './values.ts'

export const missingReasons = ['not_done', 'unknown', 'not_applicable', 'refused'] as const
export type MissingReason = (typeof missingReasons)[number]

/** Whether a field can have a reason for a missing value. Required, derived and identifying fields cannot. */
export const canMissForReason = ({ table, derived, computed, required }: Field): boolean =>
  (table === 'patient_personal' || table === 'patient_medical') && !derived && !computed && required !== true

/** The reasons of a record by field. Such a field has no value. */
export type MissingValues = Readonly<Partial<Record<FieldName, MissingReason>>>

export const missingReasonLabels: Readonly<Record<MissingReason, Translations>> = {
  not_done: { it: 'Non eseguito', en: 'Not done' },
  unknown: { it: 'Non noto', en: 'Unknown' },
  not_applicable: { it: 'Non applicabile', en: 'Not applicable' },
  refused: { it: 'Rifiutato dal paziente', en: 'Refused by the patient' },
}

/** The column of an export with the reasons of its other columns, which no field has (REQ-EXP-12). */
export const missingReasonsColumn = {
  name: 'MISSING_REASONS',
  label: { it: 'Motivi dei valori mancanti', en: 'Reasons of missing values' },
} as const

/** Prefix of a cell that clears a value with a reason. */
export const missingCellPrefix = `${clearToken}:`

export const isMissingReason = (text: unknown): text is MissingReason => missingReasons.some((reason) => reason === text)

/** The cell that clears a value with a reason, such as `\N:unknown`. */
export const formatMissingCell = (reason: MissingReason): string => missingCellPrefix + reason

/** Reads the reason of a cell: undefined for any other cell, null for a reason that does not exist. */
export const parseMissingCell = (cell: Value | undefined): MissingReason | null | undefined => {
  if (typeof cell !== 'string' || !cell.trim().startsWith(missingCellPrefix)) return undefined
  const reason = cell.trim().slice(missingCellPrefix.length).trim().toLowerCase()
  return isMissingReason(reason) ? reason : null
}

/** Puts the cells of the reasons into the record, so that a form and a history treat them like values. */
export const withMissingCells = (record: PatientRecord, missing: MissingValues): PatientRecord => ({
  ...record,
  ...Object.fromEntries(Object.entries(missing).map(([name, reason]) => [name, formatMissingCell(reason)])),
})
