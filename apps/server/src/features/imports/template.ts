import { findField, type Field } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import {
  dataDomainColumns,
  observationColumns,
  registrationColumns,
  requiredObservationColumns,
  requiredRegistrationColumns,
  type ColumnUse,
  type ImportCommand,
  type ObservationColumn,
  type RegistrationColumn,
} from '@registry/domain/imports/columns'
import { templateMessages } from '@registry/domain/messages/import-template'
import type { Language } from '@registry/domain/language'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { listUnits } from '@registry/domain/observations/units'
import { findLabel, isSelectable } from '@registry/domain/reference/reference-values'
import { writeRows } from '@registry/tabular/write/rows'
import { smallWorkbook, type WorkbookSheet } from '@registry/tabular/write/small-workbook'
import type { Messages, MessageText } from '../../shared/messages.ts'
import type { LabelledReferenceValues } from '../../shared/reference-values.ts'

type Use = ColumnUse | 'required' | 'optional'
type TemplateColumn = { readonly name: string; readonly field: Field | undefined; readonly use: Use }

/** The columns of registrations and results that are not fields of the dictionary. */
const ownTexts: Partial<Record<RegistrationColumn | ObservationColumn, MessageText>> = {
  ANALYTE: templateMessages.analyte,
  VALUE: templateMessages.resultValue,
  UNIT: templateMessages.resultUnit,
  TAKEN_ON: templateMessages.takenOn,
  COMPARATOR: templateMessages.comparator,
  SAMPLE_ID: templateMessages.sample,
  LANG: templateMessages.lang,
  ASKS_TO_RETURN: templateMessages.asksToReturn,
  BIRTH_DATE: templateMessages.birthDate,
  GUARDIAN_SURNAME: templateMessages.guardianSurname,
  GUARDIAN_NAME: templateMessages.guardianName,
  GUARDIAN_EMAIL: templateMessages.guardianEmail,
  GUARDIAN_MOBILE: templateMessages.guardianMobile,
}

/**
 * The columns of a file, in the order of the dictionary. It omits columns that a file cannot change, except the name, which is compared.
 */
const listColumns = (command: ImportCommand): readonly TemplateColumn[] => {
  if (command === 'putObservations')
    return observationColumns.map((name) => ({
      name,
      field: findField(name),
      use: requiredObservationColumns.includes(name) ? 'required' : 'optional',
    }))
  if (command !== 'createPatients')
    return dataDomainColumns[command]
      .filter(({ use }) => use === 'key' || use === 'store' || use === 'agree')
      .map(({ field, use }) => ({ name: field.name, field, use }))
  return registrationColumns.map((name) => ({
    name,
    field: findField(name),
    use: requiredRegistrationColumns.includes(name) ? 'required' : 'optional',
  }))
}

const text = (name: string) => ({ name, type: 'text' }) as const

type Context = {
  readonly messages: Pick<Messages, 'format'>
  readonly language: Language
  readonly referenceValues: LabelledReferenceValues
}

const explainColumns = (columns: readonly TemplateColumn[], { messages, language }: Context): WorkbookSheet => {
  const say = (message: MessageText): string => messages.format(message, language)
  const headings = ['column', 'meaning', 'explanation', 'section', 'type', 'unit', 'minimum', 'maximum', 'table', 'use'] as const
  const rows = columns.map(({ name, field, use }) => {
    const own = [...registrationColumns, ...observationColumns].find((column) => column === name)
    const explanation = (own && ownTexts[own] && say(ownTexts[own])) ?? field?.hint?.[language] ?? null
    return [
      name,
      field?.label[language] ?? null,
      explanation,
      field ? sectionLabels[field.section][language] : null,
      field ? say(templateMessages[field.type]) : null,
      field?.unit ?? null,
      field?.min ?? null,
      field?.max ?? null,
      field?.referenceTable ?? null,
      say(templateMessages[use]),
    ]
  })
  return { name: say(templateMessages.columns), columns: headings.map((heading) => text(say(templateMessages[heading]))), rows }
}

const listValues = (columns: readonly TemplateColumn[], { messages, language, referenceValues }: Context): WorkbookSheet => {
  const say = (message: MessageText): string => messages.format(message, language)
  const tables = [...new Set(columns.flatMap(({ field }) => field?.referenceTable ?? []))]
  const rows = tables.flatMap((table) =>
    referenceValues(table)
      .filter(isSelectable)
      .map((value) => [table, value.id, findLabel(value, language)]),
  )
  const analytes = columns.some(({ name }) => name === 'ANALYTE')
    ? observedAnalytes.map(({ name, label }) => ['ANALYTE', name, [label[language], ...listUnits(name)].join(' · ')])
    : []
  const headings = ['table', 'code', 'label'] as const
  return {
    name: say(templateMessages.values),
    columns: headings.map((heading) => text(say(templateMessages[heading]))),
    rows: [...rows, ...analytes],
  }
}

/**
 * An empty file of an import, built from the dictionary (REQ-IMP-14). A workbook has two more sheets: the explained columns and the values
 * of their tables. An import does not read them.
 */
export const buildTemplate = async (command: ImportCommand, format: 'csv' | 'xlsx', context: Context): Promise<Uint8Array> => {
  const columns = listColumns(command)
  const named = columns.map(({ name }) => text(name))
  if (format === 'csv') return writeRows([], named, 'csv')
  const data = { name: context.messages.format(templateMessages.data, context.language), rows: [], columns: named }
  return smallWorkbook([data, explainColumns(columns, context), listValues(columns, context)])
}
