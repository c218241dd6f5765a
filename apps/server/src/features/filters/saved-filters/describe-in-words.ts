import type { Condition } from '@registry/domain/filter/condition'
import { describeFilter } from '@registry/domain/filter/sentence'
import type { Language } from '@registry/domain/language'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'

/** Describes a condition as one sentence, with the labels of its values (REQ-FIL-18). */
export const describeInWords = (condition: Condition, language: Language, referenceValues: LabelledReferenceValues): string =>
  describeFilter(condition, {
    language,
    findLabel: (table, id) => {
      const row = referenceValues(table).find((one) => one.id === id)
      return row && findLabel(row, language)
    },
  })
