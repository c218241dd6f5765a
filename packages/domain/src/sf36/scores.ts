import { sf36Items, type Sf36Item, type Sf36Scale } from './structure.ts'

/** The scores from 0 to 100, with two decimals. Null if fewer than half of the items of a scale have an answer. */
export type Sf36Scores = Readonly<Record<Sf36Scale | 'HT', number | null>>

/** Recodes an option: 0 is the worst health, 100 the best, in equal steps (RAND 36-Item Health Survey 1.0). */
const recode = ({ best, options }: Sf36Item, answer: number): number => {
  const steps = best === 'last' ? answer - 1 : options - answer
  return (steps / (options - 1)) * 100
}

const roundScore = (score: number): number => Math.round(score * 100) / 100

/**
 * Computes the 8 scales and HT from the answers to the 36 items (REQ-PAT-13). A scale is the mean of its answered items, if at least
 * half of them are answered.
 */
export const computeSf36Scores = (answers: readonly (number | null | undefined)[]): Sf36Scores => {
  const computeMean = (measure: Sf36Scale | 'HT'): number | null => {
    const items = sf36Items.flatMap((item, index) => (item.measure === measure ? [{ item, answer: answers[index] }] : []))
    const recoded = items.flatMap(({ item, answer }) => (typeof answer === 'number' ? [recode(item, answer)] : []))
    if (recoded.length * 2 < items.length) return null
    return roundScore(recoded.reduce((sum, value) => sum + value, 0) / recoded.length)
  }
  return {
    PF: computeMean('PF'),
    RP: computeMean('RP'),
    BP: computeMean('BP'),
    GH: computeMean('GH'),
    VT: computeMean('VT'),
    SF: computeMean('SF'),
    RE: computeMean('RE'),
    MH: computeMean('MH'),
    HT: computeMean('HT'),
  }
}
