import type { Field } from '@registry/domain/fields/dictionary'
import type { PatientRecord, Value } from '@registry/domain/fields/values'

const isList = (value: Value): value is readonly string[] => Array.isArray(value)

/** The readable values of these fields by name. Old programs read several choices as JSON text (document 2, section 3). */
export const formatLegacyValues = (fields: readonly Field[], values: PatientRecord): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name]
      if (value === undefined) return []
      return [[name, isList(value) ? JSON.stringify(value) : value]]
    }),
  )
