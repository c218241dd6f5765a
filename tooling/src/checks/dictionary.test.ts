import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { patient, patientIdentity, patientMedical, patientPersonal } from '@registry/db/schema/patients'
import { getField, fields } from '@registry/domain/fields/dictionary'
import { referenceTables } from '@registry/domain/reference/tables'
import { report } from '../repository.ts'
import { checkDictionary, type Column } from './dictionary.ts'

const listColumns = (table: PgTable): Column[] =>
  getTableConfig(table).columns.map((column) => ({ name: column.name, type: column.getSQLType() }))

const tables = {
  patient: listColumns(patient),
  patient_identity: listColumns(patientIdentity),
  patient_personal: listColumns(patientPersonal),
  patient_medical: listColumns(patientMedical),
}

test('every field has texts, choices and a column', () => {
  expect(fields.length).toBeGreaterThan(100)
  expect(report(checkDictionary(fields, tables, referenceTables))).toBe('')
})

const genotype = getField('GENOTYPE')
const planted = { ...genotype, name: genotype.name, column: 'planted' }

test.each([
  ['a field without a column', [...fields, planted], tables],
  [
    'a field without English',
    [...fields.filter(({ name }) => name !== 'GENOTYPE'), { ...genotype, label: { it: 'Genotipo', en: '' } }],
    tables,
  ],
  [
    'a choice of an unknown table',
    [...fields.filter(({ name }) => name !== 'GENOTYPE'), { ...genotype, type: 'choice' as const, referenceTable: undefined }],
    tables,
  ],
  [
    'a column of the wrong type',
    fields,
    {
      ...tables,
      patient_medical: tables.patient_medical.map((column) => (column.name === 'genotype' ? { ...column, type: 'date' } : column)),
    },
  ],
])('planted, %s is found', (_what, plantedFields, plantedTables) => {
  const judged = plantedFields.map(({ referenceTable, ...field }) => (referenceTable ? { ...field, referenceTable } : field))
  expect(checkDictionary(judged, plantedTables, referenceTables)).toHaveLength(1)
})
