import { findListErrors, type Condition } from '@registry/domain/filter/condition'
import { validationError } from '@registry/domain/error'
import { selectableIds } from '@registry/domain/reference/lookups'
import type { NamedLookups } from '../../lookups.ts'

/** Refuses a condition that names an item which its reference table does not have. @throws Refusal validation_failed */
export const checkIds = (where: Condition, lookups: NamedLookups): void => {
  const errors = findListErrors(where, (table, id) => selectableIds(lookups(table)).has(id))
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
