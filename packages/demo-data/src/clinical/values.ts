import type { MedicalFieldName } from '@registry/domain/fields/dictionary'

type Value = string | number | boolean | readonly string[]

/** Medical values by field name; a field that is absent has no value. Dates are ISO days. */
export type Values = { [name in MedicalFieldName]?: Value }
