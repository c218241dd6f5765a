import { fieldId } from '@registry/ui/forms/field-id.ts'

/** The address of a record, and of one of its fields. It contains nothing about the patient. */
export const recordAddress = (record: string, field?: string): string => `/ecrf/${record}${field === undefined ? '' : `#${fieldId(field)}`}`
