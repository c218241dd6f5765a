import type { Condition } from '@registry/domain/filter/condition'
import type { Language } from '@registry/domain/language'
import { findLabel } from '@registry/domain/reference/reference-values'
import { describeCondition } from '@registry/domain/filter/condition-tree'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'

type Sentences = Record<Language, { readonly everybody: string; readonly some: (condition: string) => string }>

const sentences: Sentences = {
  it: {
    everybody: 'Tutti i pazienti che hanno dato il consenso al registro.',
    some: (condition) => `I pazienti che hanno dato il consenso al registro e per i quali ${condition}.`,
  },
  en: {
    everybody: 'All patients who have given the consent to the registry.',
    some: (condition) => `The patients who have given the consent to the registry and for whom ${condition}.`,
  },
}

/** Describes whom a whole filter selects, as one sentence with the labels of its values (REQ-FIL-18). */
export const describeInWords = (condition: Condition, language: Language, referenceValues: LabelledReferenceValues): string => {
  const described = describeCondition(condition, {
    language,
    findLabel: (table, id) => {
      const row = referenceValues(table).find((one) => one.id === id)
      return row && findLabel(row, language)
    },
  })
  const { everybody, some } = sentences[language]
  return described === '' ? everybody : some(described)
}
