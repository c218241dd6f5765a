import type { Language } from '../language.ts'
import { listItems, type QuestionShape, type QuestionnaireItem } from './items.ts'

type ScaleDefinition = {
  readonly label: Readonly<Record<Language, string>>
  /** Mean and standard deviation of the general population of the United States in 1990, published for the SF-36. */
  readonly norm: { readonly mean: number; readonly sd: number }
}

/** The 8 scales of the SF-36 in their published order. Each score lies between 0 and 100; higher means better health (REQ-PAT-13). */
export const sf36Scales = {
  PF: { label: { it: 'Attività fisica', en: 'Physical functioning' }, norm: { mean: 84.52, sd: 22.89 } },
  RP: {
    label: {
      it: 'Difficoltà nelle attività quotidiane, per la salute fisica',
      en: 'Daily activities limited by physical health',
    },
    norm: { mean: 81.2, sd: 33.8 },
  },
  BP: { label: { it: 'Dolore fisico', en: 'Pain' }, norm: { mean: 75.49, sd: 23.56 } },
  GH: { label: { it: 'Salute generale', en: 'General health' }, norm: { mean: 72.21, sd: 20.17 } },
  VT: { label: { it: 'Vitalità', en: 'Energy and fatigue' }, norm: { mean: 61.05, sd: 20.87 } },
  SF: { label: { it: 'Attività sociali', en: 'Social functioning' }, norm: { mean: 83.6, sd: 22.38 } },
  RE: {
    label: { it: 'Difficoltà nelle attività quotidiane, per l’umore', en: 'Daily activities limited by emotional health' },
    norm: { mean: 81.29, sd: 33.03 },
  },
  MH: { label: { it: 'Salute mentale', en: 'Emotional well-being' }, norm: { mean: 74.84, sd: 18.01 } },
} as const satisfies Readonly<Record<string, ScaleDefinition>>

export type Sf36Scale = keyof typeof sf36Scales
export const sf36ScaleNames = ['PF', 'RP', 'BP', 'GH', 'VT', 'SF', 'RE', 'MH'] as const satisfies readonly Sf36Scale[]

/** Scale of an item: a scale, or HT, the single item about the change in health. */
type Measure = Sf36Scale | 'HT'
type ItemDefinition = {
  readonly measure: Measure
  /** Whether the last option means the best health, or the first one. */
  readonly best: 'last' | 'first'
}
const last = (measure: Measure): ItemDefinition => ({ measure, best: 'last' })
const first = (measure: Measure): ItemDefinition => ({ measure, best: 'first' })

type QuestionDefinition = { readonly type: 'radio' | 'multi'; readonly options: number; readonly items: readonly ItemDefinition[] }

/** The 11 questions of the published structure. A radio question is one item; a multi question has one item for each sub-question. */
export const sf36Questions: readonly QuestionDefinition[] = [
  { type: 'radio', options: 5, items: [first('GH')] },
  { type: 'radio', options: 5, items: [first('HT')] },
  { type: 'multi', options: 3, items: Array.from({ length: 10 }, () => last('PF')) },
  { type: 'multi', options: 2, items: Array.from({ length: 4 }, () => last('RP')) },
  { type: 'multi', options: 2, items: Array.from({ length: 3 }, () => last('RE')) },
  { type: 'radio', options: 5, items: [first('SF')] },
  { type: 'radio', options: 6, items: [first('BP')] },
  { type: 'radio', options: 5, items: [first('BP')] },
  {
    type: 'multi',
    options: 6,
    items: [first('VT'), last('MH'), last('MH'), first('MH'), first('VT'), last('MH'), last('VT'), first('MH'), last('VT')],
  },
  { type: 'radio', options: 5, items: [last('SF')] },
  { type: 'multi', options: 5, items: [last('GH'), first('GH'), last('GH'), first('GH')] },
]

/** The shape of the published questions. Only a version with this shape has scores. */
export const sf36Shape: readonly QuestionShape[] = sf36Questions.map(({ type, options, items }) => ({
  options,
  subQuestions: type === 'multi' ? items.length : 0,
}))

export type Sf36Item = QuestionnaireItem & ItemDefinition

/** The 36 items in the order of the questionnaire. */
export const sf36Items: readonly Sf36Item[] = listItems(sf36Shape).flatMap((item) => {
  const definition = sf36Questions[item.question]?.items[item.subQuestion ?? 0]
  return definition ? [{ ...item, ...definition }] : []
})
