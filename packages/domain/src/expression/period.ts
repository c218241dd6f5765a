import type { FunctionName, Operand, Scalar } from './expression.ts'

export const periodUnits = ['day', 'month', 'year'] as const
export type PeriodUnit = (typeof periodUnits)[number]

/** A length of time before the day of the run, so that a saved condition keeps its meaning as time passes (REQ-FIL-26). */
export type Period = { readonly amount: number; readonly unit: PeriodUnit }

/** The functions that go back from today. */
export const agoFunctions = { day: 'days_ago', month: 'months_ago', year: 'years_ago' } as const satisfies Record<PeriodUnit, FunctionName>

/** A hundred years, so that each day has four digits in its year. */
const largest = { day: 36_500, month: 1200, year: 100 } satisfies Record<PeriodUnit, number>

export const isPeriod = (amount: Scalar | null, unit: PeriodUnit): amount is number =>
  typeof amount === 'number' && Number.isInteger(amount) && amount >= 1 && amount <= largest[unit]

const written = /^(\d{1,5}) (day|month|year)s?$/

/** Reads a period as filters store it, such as `24 months`. */
export const parsePeriod = (text: string): Period | undefined => {
  const [, digits, name] = written.exec(text.trim().toLowerCase()) ?? []
  const unit = periodUnits.find((one) => one === name)
  const amount = Number(digits)
  return unit && isPeriod(amount, unit) ? { amount, unit } : undefined
}

export const formatPeriod = ({ amount, unit }: Period): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`

export const findAgoUnit = (call: FunctionName): PeriodUnit | undefined => periodUnits.find((unit) => agoFunctions[unit] === call)

/** The day that lies a period before today. */
export const ago = ({ amount, unit }: Period): Operand => ({ call: agoFunctions[unit], args: [{ value: amount }] })

/** Returns the period of an operand that goes back from today. */
export const findPeriod = (operand: Operand): Period | undefined => {
  if (!('call' in operand)) return undefined
  const unit = findAgoUnit(operand.call)
  const [first] = operand.args
  return unit && first && 'value' in first && isPeriod(first.value, unit) ? { amount: first.value, unit } : undefined
}
