import type { FilterCounts, NewSavedFilter, SavedFilter, SavedFilters } from '@registry/api-contract/saved-filters'
import { type Condition, FieldSelection } from '@registry/domain/filter/condition'
import { findField } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { toFilterType, operatorsByType } from '@registry/domain/filter/operators'
import { medicalCategories, listFilterableMedicalFields, filterablePersonalFields } from '@registry/domain/filter/selection'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'

/** Labels of choices for tests. */
const options = [
  { id: 'NEVER', label: 'Mai trasfuso' },
  { id: 'REGULAR', label: 'Regolare' },
  { id: 'PAST', label: 'In passato' },
]

/** A stored filter. */
export const storedFilter = (part: Partial<SavedFilter> = {}): SavedFilter => ({
  id: 3,
  version: 1,
  name: 'Ferritina alta',
  description: 'Pazienti con sovraccarico di ferro',
  author: 'anna@demo.example',
  changedAt: '2026-11-20T09:00:00.000Z',
  mayChange: true,
  isFrozen: false,
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

/** Numbers of an area where each condition removes half of the patients. */
const emptyCounts: FilterCounts = {
  isRounded: false,
  sampleRate: 1,
  visible: 600,
  steps: [{ consent: 'c_db', remaining: 512, removed: 88, unknown: 20 }],
  anonymous: 0,
  withheld: [
    { consent: 'C_DB_P', patients: 0 },
    { consent: 'C_DB_M', patients: 0 },
  ],
}
const listSteps = (where: Condition): FilterCounts['steps'] =>
  (where.kind === 'sql' ? [where] : where.predicates).map((_, index) => {
    const remaining = 512 / 2 ** (index + 1)
    return { consent: null, remaining, removed: remaining, unknown: 3 }
  })

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
  const save = async (_by: unknown, content: NewSavedFilter): Promise<SavedFilter> => store(storedFilter({ ...content, id: 7 }))
  const port = {
    list: async () => [...filters],
    get: async (_by, id) => findFilter(id),
    save,
    change: async (_by, { id, version, ...content }) => {
      const stored = findFilter(id)
      if (version !== stored.version) throw new AppError('filter_changed')
      return store({ ...stored, ...content, version: stored.version + 1 })
    },
    picker: async () => ({
      personal: filterablePersonalFields.map(({ name, label }) => ({ name, label: label[language] })),
      medical: medicalCategories.map((category) => ({
        category,
        label: sectionLabels[category][language],
        fields: listFilterableMedicalFields(category).map(({ name, label }) => ({ name, label: label[language] })),
      })),
    }),
    count: async (_by, { where }) => ({ ...emptyCounts, steps: [...emptyCounts.steps, ...listSteps(where)] }),
    fieldInfo: async (_by, name) => {
      const field = findField(name)
      if (!field) throw new AppError('filter_field_unknown')
      return {
        name: field.name,
        label: field.label[language],
        type: toFilterType(field.type),
        operators: [...operatorsByType[field.type]],
        options: field.referenceTable ? options : [],
        ...(field.unit !== undefined && { unit: field.unit }),
      }
    },
  } satisfies Partial<SavedFilters>
  return port
}
