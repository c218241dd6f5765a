import { describe, expect, test } from 'vitest'
import { referenceTables } from '../reference/tables.ts'
import type { FieldType } from './field-definition.ts'
import { publishedFields } from '../testing/published-fields.ts'
import {
  getField,
  fields,
  filterableFields,
  findField,
  isFreeText,
  medicalFields,
  patientFields,
  sections,
  type Field,
  type FieldName,
} from './dictionary.ts'

/** Identifying fields that filters never use (REQ-FIL-03). */
const identifying = [
  'NAME',
  'SURNAME',
  'legal_id',
  'telephone',
  'mobile',
  'mobile_prefix',
  'email',
  'address_town',
  'address_street',
  'DOB',
  'DEAD_DATE',
  'CENTER_ID',
]

const listNames = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name)

const formatRequirement = ({ required, requiredWhen }: Field): string => {
  if (!requiredWhen) return String(required ?? false)
  return `if:${requiredWhen.field}${requiredWhen.is === undefined ? '' : `=${requiredWhen.is}`}`
}

/** Names of two types in the published dictionary. */
const publishedTypes: Readonly<Partial<Record<FieldType, string>>> = { choice: 'list', choices: 'multilist' }

/** Formats a field as a line of the published dictionary. */
const formatLine = (field: Field): string => {
  const { name, type, referenceTable, unit, min, max, warnMin, warnMax, maxLength, personal = false, filterable = true, loinc } = field
  return [
    name,
    publishedTypes[type] ?? type,
    referenceTable,
    unit,
    min,
    max,
    warnMin,
    warnMax,
    maxLength,
    formatRequirement(field),
    personal,
    filterable,
    loinc,
  ].join(',')
}

describe('the field dictionary', () => {
  test('has the published types, limits, units and codes of every field (REQ-CRF-01)', () => {
    expect(fields.map(formatLine)).toEqual(publishedFields.map(({ line }) => line))
  })

  test('has every field of the registry once', () => {
    expect(listNames(patientFields)).toEqual(listNames(publishedFields.filter(({ dataDomain }) => dataDomain === 'PATIENT')))
    expect(listNames(medicalFields)).toEqual(listNames(publishedFields.filter(({ dataDomain }) => dataDomain === 'MEDICAL_DATA')))
    expect(new Set(fields.map((field) => field.name.toLowerCase())).size).toBe(publishedFields.length)
    expect(Object.keys(sections)).toHaveLength(13)
  })

  test('excludes exactly the published identifying fields from filters (REQ-FIL-03)', () => {
    const excluded = listNames(publishedFields.filter(({ filterable }) => !filterable))
    expect(excluded).toEqual(expect.arrayContaining(identifying))
    expect(listNames(fields.filter((field) => field.filterable === false))).toEqual(excluded)
    expect(listNames(filterableFields.filter(({ computed }) => !computed))).toEqual(
      listNames(publishedFields.filter(({ filterable }) => filterable)),
    )
  })

  test('gives a reference table to every choice and to no other field', () => {
    const lists = fields.filter((field) => field.type === 'choice' || field.type === 'choices')
    expect(lists.length).toBeGreaterThan(0)
    for (const field of fields) {
      expect([field.name, field.referenceTable !== undefined]).toEqual([field.name, lists.includes(field)])
      if (field.referenceTable) expect(referenceTables).toContain(field.referenceTable)
    }
  })

  test('has every label and hint in both languages', () => {
    const texts = fields.flatMap((field) => [field.label, ...(field.hint ? [field.hint] : [])])
    expect(texts.length).toBeGreaterThan(fields.length)
    for (const text of texts) {
      expect(text.it.trim()).not.toBe('')
      expect(text.en.trim()).not.toBe('')
    }
  })

  test('allows no date in the future (RULE-01)', () => {
    const dates = fields.filter((field) => field.type === 'date')
    expect(dates.length).toBeGreaterThan(10)
    for (const field of dates) expect([field.name, field.max]).toEqual([field.name, 'today'])
  })

  test('has limits for every number and text', () => {
    for (const field of fields) {
      if (field.type === 'integer' || field.type === 'float') {
        expect([field.name, typeof field.min, typeof field.max]).toEqual([field.name, 'number', 'number'])
      }
      if (field.type === 'integer') {
        expect([field.name, Number(field.min) >= -(2 ** 31), Number(field.max) < 2 ** 31]).toEqual([field.name, true, true])
      }
      if (field.type === 'string') expect([field.name, typeof field.maxLength]).toEqual([field.name, 'number'])
    }
  })

  test('has soft limits within the hard ones', () => {
    const limited = fields.filter((field) => typeof field.min === 'number' && typeof field.max === 'number')
    for (const field of limited) {
      const { min, max, warnMin = min, warnMax = max } = field
      expect([field.name, Number(min) <= Number(warnMin), Number(warnMin) < Number(warnMax), Number(warnMax) <= Number(max)]).toEqual([
        field.name,
        true,
        true,
        true,
      ])
    }
  })

  test('refers only to existing fields', () => {
    for (const field of fields) {
      if (field.requiredWhen) expect(findField(field.requiredWhen.field)).toBeDefined()
      if (field.appliesWhen) expect(findField(field.appliesWhen.field)).toBeDefined()
      if (field.proposedFrom !== undefined) expect(findField(field.proposedFrom)?.type).toBe(field.type)
    }
  })

  test('has medical fields in one table, and the registration apart from the personal data (REQ-PAT-09)', () => {
    expect(new Set(medicalFields.map(({ table }) => table))).toEqual(new Set(['patient_medical']))
    expect(patientFields.filter(({ table }) => table === 'patient_medical')).toEqual([])
    expect(getField('SURNAME').table).toBe('patient_identity')
  })

  test('treats exactly the texts of the medical data as free text (REQ-FIL-03)', () => {
    const notes = listNames(publishedFields.filter(({ dataDomain, type }) => dataDomain === 'MEDICAL_DATA' && type === 'string'))
    const known = ['DEAD_CAUSE', 'OTHER_THERAPIES', 'BMT_NOTE', 'GT_PROTOCOL', 'GT_CONDITIONING', 'GT_NOTE', 'COVID_TERAPY']
    expect(notes).toEqual(expect.arrayContaining(known))
    expect(listNames(fields.filter(isFreeText))).toEqual(notes)
  })

  test('throws for an unknown field name', () => {
    const unknown = 'NO_SUCH_FIELD' as FieldName
    expect(() => getField(unknown)).toThrow('NO_SUCH_FIELD')
  })

  test('finds fields in any letter case', () => {
    expect(findField(' dob ')?.name).toBe('DOB')
    expect(findField('C_EXTRAEU')?.name).toBe('c_extraeu')
    expect(findField('__proto__')).toBeUndefined()
    expect(findField('constructor')).toBeUndefined()
    expect(getField('HB_LAST').label).toEqual({ it: 'Emoglobina: ultimo valore', en: 'Haemoglobin: last value' })
  })
})
