import type { Language } from '../language.ts'

/** A condition in SQL that a person can insert and change, with its meaning. */
type SqlExample = { readonly text: string; readonly label: Readonly<Record<Language, string>> }

export const sqlExamples: readonly SqlExample[] = [
  {
    text: 'HB_LAST < 9 OR FERRITIN_LAST > 2500',
    label: { it: 'emoglobina sotto 9 oppure ferritina oltre 2500', en: 'haemoglobin below 9 or ferritin above 2500' },
  },
  {
    text: "SEX = 'F' AND NOT BMT",
    label: { it: 'donne senza trapianto', en: 'women without a transplant' },
  },
  {
    text: 'TT_START < years_ago(20)',
    label: { it: 'trasfusioni iniziate da più di 20 anni', en: 'transfusions begun more than 20 years ago' },
  },
  {
    text: 'FERRITIN_LAST > 2 * FERRITIN_MIN',
    label: { it: 'ultima ferritina più del doppio della minima', en: 'last ferritin more than twice the lowest' },
  },
  {
    text: 'any_result(FERRITIN) > 5000 AND result_count(FERRITIN) >= 3',
    label: {
      it: 'almeno tre risultati di ferritina, uno dei quali oltre 5000',
      en: 'at least three ferritin results, one of them above 5000',
    },
  },
  {
    text: 'T2_HEART_LAST IS NULL',
    label: { it: 'nessun T2* cardiaco registrato', en: 'no heart T2* recorded' },
  },
]
