import type { MedicalFieldName } from '@registry/domain/fields/dictionary'

type Value = string | number | boolean | readonly string[]

/** Medical values by field name. An absent field has no value. Dates are ISO days. */
export type Values = { [name in MedicalFieldName]?: Value }
