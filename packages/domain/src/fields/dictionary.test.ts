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

/** Spec 1, section 9: personal fields excluded from the filter field picker. */
const excluded = [
  'name',
  'surname',
  'legal_id',
  'telephone',
  'mobile',
  'mobile_prefix',
  'email',
  'address_town',
  'address_street',
  'dob',
  'dead_date',
  'center_id',
]

const requirementOf = ({ required, requiredWhen }: Field): string => {
  if (!requiredWhen) return String(required ?? false)
  return `if:${requiredWhen.field}${requiredWhen.is === undefined ? '' : `=${requiredWhen.is}`}`
}

/** The published dictionary has its own names for two types. */
const publishedTypes: Readonly<Partial<Record<FieldType, string>>> = { choice: 'list', choices: 'multilist' }

/** A field as the published dictionary writes it. */
const lineOf = (field: Field): string => {
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
    requirementOf(field),
    personal,
    filterable,
    loinc,
  ].join(',')
}

describe('the field dictionary', () => {
  test('has the types, limits, units and codes that were agreed, field by field (D13)', () => {
    expect(fields.map(lineOf)).toEqual(publishedFields)
  })

  test('has every field of the registry once', () => {
    expect(fields).toHaveLength(197)
    expect(patientFields).toHaveLength(28)
    expect(medicalFields).toHaveLength(169)
    expect(new Set(fields.map((field) => field.name.toLowerCase())).size).toBe(197)
    expect(Object.keys(sections)).toHaveLength(13)
  })

  test('keeps exactly the twelve identifying fields of the specification from filters', () => {
    expect(filterableFields).toHaveLength(185)
    expect(fields.filter((field) => field.filterable === false).map((field) => field.column)).toHaveLength(12)
    expect(new Set(fields.filter((field) => field.filterable === false).map((field) => field.column))).toEqual(new Set(excluded))
  })

  test('gives every list its reference table, and a table to nothing else', () => {
    const lists = fields.filter((field) => field.type === 'choice' || field.type === 'choices')
    expect(lists.length).toBeGreaterThan(0)
    for (const field of fields) {
      expect([field.name, field.referenceTable !== undefined]).toEqual([field.name, lists.includes(field)])
      if (field.referenceTable) expect(referenceTables).toContain(field.referenceTable)
    }
  })

  test('says every label and hint in both languages', () => {
    const words = fields.flatMap((field) => [field.label, ...(field.hint ? [field.hint] : [])])
    expect(words.length).toBeGreaterThan(fields.length)
    for (const word of words) {
      expect(word.it.trim()).not.toBe('')
      expect(word.en.trim()).not.toBe('')
    }
  })

  test('lets no date lie in the future (RULE-01)', () => {
    const dates = fields.filter((field) => field.type === 'date')
    expect(dates.length).toBeGreaterThan(10)
    for (const field of dates) expect([field.name, field.max]).toEqual([field.name, 'today'])
  })

  test('bounds every number and every text', () => {
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

  test('keeps soft limits inside hard ones', () => {
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

  test('refers only to fields that exist', () => {
    for (const field of fields) {
      if (field.requiredWhen) expect(findField(field.requiredWhen.field)).toBeDefined()
    }
  })

  test('keeps medical fields in one table and the registration apart from the personal data (D5)', () => {
    expect(new Set(medicalFields.map(({ table }) => table))).toEqual(new Set(['patient_medical']))
    expect(patientFields.filter(({ table }) => table === 'patient_medical')).toEqual([])
    expect(getField('SURNAME').table).toBe('patient_identity')
  })

  test('takes texts of the medical block for notes, and nothing else (D10)', () => {
    const notes = ['DEAD_CAUSE', 'OTHER_THERAPIES', 'BMT_NOTE', 'GT_PROTOCOL', 'GT_CONDITIONING', 'GT_NOTE', 'COVID_TERAPY']
    expect(
      fields
        .filter(isFreeText)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(notes.toSorted())
  })

  test('has no field for a name that only claims to be one', () => {
    const claimed = 'NO_SUCH_FIELD' as FieldName
    expect(() => getField(claimed)).toThrow('NO_SUCH_FIELD')
  })

  test('finds a field in any letter case and nothing else', () => {
    expect(findField(' dob ')?.name).toBe('DOB')
    expect(findField('C_EXTRAEU')?.name).toBe('c_extraeu')
    expect(findField('__proto__')).toBeUndefined()
    expect(findField('constructor')).toBeUndefined()
    expect(getField('HB_LAST').label).toEqual({ it: 'Emoglobina: ultimo valore', en: 'Haemoglobin: last value' })
  })
})
