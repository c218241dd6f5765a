import { buildReadableCode, parseReadableCode } from './readable-code.ts'

/** The number of a printed form. It only has to be typed without an error, because nobody records a form of another centre. */
export const formNumberLength = 8

export const buildFormNumber = (random: Uint8Array): string => buildReadableCode(random.subarray(0, formNumberLength))

export const parseFormNumber = (typed: string): string | undefined => parseReadableCode(typed, formNumberLength)
