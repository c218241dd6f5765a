import { expect, it } from 'vitest'
import { estimateReadingMinutes } from './reading-time.ts'

const words = (count: number): string => 'parola '.repeat(count)

it.each([
  [[], 1],
  [[words(20)], 1],
  [[words(200), words(200)], 2],
  [[` ${words(1250)}`, '  '], 6],
])('estimates the minutes of a text by its words (case %#)', (texts, minutes) => expect(estimateReadingMinutes(texts)).toBe(minutes))
