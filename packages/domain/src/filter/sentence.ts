import type { DescribeOptions } from '../expression/describe.ts'
import type { Language } from '../language.ts'
import type { Condition } from './condition.ts'
import { describeCondition } from './condition-tree.ts'

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

/** Describes whom a whole filter selects, as one sentence (REQ-FIL-18). */
export const describeFilter = (condition: Condition, options: DescribeOptions): string => {
  const described = describeCondition(condition, options)
  const { everybody, some } = sentences[options.language]
  return described === '' ? everybody : some(described)
}
