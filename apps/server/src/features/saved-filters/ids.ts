import { findReferenceValueErrors, type Condition } from '@registry/domain/filter/condition'
import { validationError } from '@registry/domain/error'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import type { LabelledReferenceValues } from '../../reference-values.ts'

/** Refuses a condition with an unknown reference value. @throws AppError validation_failed */
export const checkReferenceValues = (where: Condition, referenceValues: LabelledReferenceValues): void => {
  const errors = findReferenceValueErrors(where, (table, id) => listSelectableIds(referenceValues(table)).has(id))
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
