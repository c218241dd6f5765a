import type { Services } from '@registry/api-contract/services'
import type { FilterCounts, FilterRows, NewSavedFilter, SavedFilter } from '@registry/api-contract/saved-filters'
import type { Condition, WrittenCondition } from '@registry/domain/filter/condition'
import { FieldSelection } from '@registry/domain/filter/selection'
import { findFilterField } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { listOperators, toFilterType } from '@registry/domain/filter/operators'
import {
  listSelectedFields,
  medicalCategories,
  listFilterableMedicalFields,
  filterablePersonalFields,
} from '@registry/domain/filter/selected-fields'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'

/** Labels of choices for tests. */
const options = [
  { id: 'NEVER', label: 'Mai trasfuso' },
  { id: 'REGULAR', label: 'Regolare' },
  { id: 'PAST', label: 'In passato' },
]

export const storedFilter = (part: Partial<SavedFilter> = {}): SavedFilter => ({
  id: 3,
  version: 1,
  name: 'Ferritina alta',
  description: 'Pazienti con sovraccarico di ferro',
  author: 'anna@demo.example',
  changedAt: '2026-11-20T09:00:00.000Z',
  mayChange: true,
  isFrozen: false,
  isDisabled: false,
  studies: 0,
  lastExportAt: null,
  fields: FieldSelection.parse({ PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN'] } }),
  where: {
    kind: 'predicates',
    predicates: [
      { field: 'FERRITIN', operator: '>', value: 2500 },
      { field: 'TT', operator: 'in', value: ['NEVER', 'PAST'] },
    ],
  },
  ...part,
})

/** The only text that the fake server understands is `HB > 9`. */
const tree = { op: '>' as const, left: { field: 'HB' as const }, right: { value: 9 } }
const toStored = (where: WrittenCondition): Condition => (where.kind === 'sql' ? { ...where, tree } : where)

/** Numbers of an area where each condition removes half of the patients. */
const emptyCounts: FilterCounts = {
  visible: 600,
  steps: [{ consent: 'c_db', remaining: 512, removed: 88, unknown: 20 }],
  withheld: [
    { consent: 'C_DB_P', patients: 0 },
    { consent: 'C_DB_M', patients: 0 },
  ],
}
const listSteps = (where: WrittenCondition): FilterCounts['steps'] =>
  (where.kind === 'sql' ? [where] : where.predicates).map((_, index) => {
    const remaining = 512 / 2 ** (index + 1)
    return { consent: null, remaining, removed: remaining, unknown: 3 }
  })

const emptyRows: FilterRows = { columns: [], rows: [], total: 0, excluded: { noConsent: 0, noAnswer: 0, noValue: 0 }, withheld: [] }
/** One row of 22, with the number of each column. Its last value is not permitted. */
const previewOf = (fields: FieldSelection): FilterRows => {
  const columns = listSelectedFields(fields).map(({ name }) => name)
  return {
    ...emptyRows,
    columns,
    rows: [columns.map((_, index) => index + 1)],
    total: 22,
    withheld: [{ columns: [columns.length - 1], rows: [0] }],
  }
}

/** Stores filters with versions and errors like the server, and offers the fields of the dictionary. */
export const fakeFilters = (filters: SavedFilter[], language: Language = 'it') => {
  const findFilter = (id: number): SavedFilter => {
    const filter = filters.find((one) => one.id === id)
    if (!filter) throw new AppError('filter_not_found', { id })
    return filter
  }
  const store = (filter: SavedFilter): SavedFilter => {
    filters.splice(0, filters.length, ...filters.filter(({ id }) => id !== filter.id), filter)
    return filter
  }
  const save = async (_by: unknown, content: NewSavedFilter): Promise<SavedFilter> =>
    store(storedFilter({ ...content, where: toStored(content.where), id: 7 }))
  const port = {
    list: async () => [...filters],
    get: async (_by, id) => findFilter(id),
    save,
    change: async (_by, { id, version, ...content }) => {
      const stored = findFilter(id)
      if (version !== stored.version) throw new AppError('filter_changed')
      return store({ ...stored, ...content, where: toStored(content.where), version: stored.version + 1 })
    },
    disable: async (_by, { id }) => store({ ...findFilter(id), isDisabled: true }),
    enable: async (_by, { id }) => store({ ...findFilter(id), isDisabled: false }),
    remove: async (_by, { id }) => void filters.splice(filters.indexOf(findFilter(id)), 1),
    history: async (_by, id) => {
      const { author, ...filter } = findFilter(id)
      const first = {
        ...filter,
        version: 1,
        name: 'Ferritina',
        where: { kind: 'predicates' as const, predicates: [] },
        changedBy: author,
        isDisabled: false,
      }
      const last = { ...filter, version: 2, changedBy: 'bruno@demo.example' }
      return { versions: [last, first], studies: [{ id: 'IRON', title: 'Ferro e cuore' }] }
    },
    picker: async () => ({
      personal: filterablePersonalFields.map(({ name, label }) => ({ name, label: label[language] })),
      medical: medicalCategories.map((category) => ({
        category,
        label: sectionLabels[category][language],
        fields: listFilterableMedicalFields(category).map(({ name, label }) => ({ name, label: label[language] })),
      })),
    }),
    checkSql: async (_by, text) =>
      text === 'HB > 9'
        ? { tree, problem: null }
        : { tree: null, problem: { message: 'Riga 1, carattere 4: da correggere', offset: 3, length: 1, line: 1 } },
    count: async (_by, { where }) => ({ ...emptyCounts, steps: [...emptyCounts.steps, ...listSteps(where)] }),
    run: async (_by, { id, isPreview }) => {
      const { fields } = findFilter(id)
      return isPreview && fields ? previewOf(fields) : emptyRows
    },
    preview: async (_by, { fields }) => previewOf(fields),
    summary: async (_by, { fields }) => ({
      patients: 120,
      sentence: { it: 'I pazienti di prova.', en: 'The patients of a test.' },
      fields: fields.map((field) => ({ field, values: [{ value: '1', patients: 100 }], others: 0, missing: 20, withheld: 0 })),
    }),
    exportRisk: async () => ({
      patients: 100,
      alone: 0,
      inSmallGroups: 0,
      generalised: { alone: 0, inSmallGroups: 0 },
      fields: ['SEX'],
      canGeneralise: false,
    }),
    fieldInfo: async (_by, name) => {
      const field = findFilterField(name)
      if (!field) throw new AppError('filter_field_unknown')
      return {
        name: field.name,
        label: field.label[language],
        type: toFilterType(field.type),
        operators: [...listOperators(field)],
        options: field.referenceTable ? options : [],
        ...(field.unit !== undefined && { unit: field.unit }),
      }
    },
  } satisfies Partial<Services['savedFilters']>
  return port
}
