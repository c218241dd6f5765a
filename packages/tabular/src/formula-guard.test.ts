import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withFormulaGuard, withoutFormulaGuard } from './formula-guard.ts'

const piece = fc.constantFrom(...'ab\'=+-@＝＋－＠;, \u00a0\u3000\t\r\n\v"1'.split(''))
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))

/** The cells that a program makes of a text when it splits at semicolons, tabs and line breaks, blanks trimmed. */
const splitCells = (written: string): string[] => written.split(/[;\t\r\n]/).map((cell) => cell.trim())

describe('THREAT-27: the guard against formulas', () => {
  test('leaves no cell that begins with a sign, however a program splits and trims the text', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(splitCells(withFormulaGuard(written)).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })

  test('is taken away exactly', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(withoutFormulaGuard(withFormulaGuard(written))).toBe(written)
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['=1', "'=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\n=1', "'\n'=1"],
    ['\nnote', "'\nnote"],
    [';=1', "';'=1"],
    ['note;=1', "'note;'=1"],
    ['note; =1', "'note;' =1"],
    ['note\n=1', "'note\n'=1"],
    ["'=1", "''=1"],
    ["note;'=1", "'note;''=1"],
  ])('%j is written as %j', (written, guarded) => expect(withFormulaGuard(written)).toBe(guarded))

  test.each(['', 'note', "'note", 'a=1', 'a;b', "a;'b", '1-2', ' note', 'è', 'a, =1'])('%j stays as it is', (written) => {
    expect(withFormulaGuard(written)).toBe(written)
    expect(withoutFormulaGuard(written)).toBe(written)
  })

  test('a quote that somebody typed after a semicolon stays, where no guard stands before the text', () => {
    expect(withoutFormulaGuard("a;'=b")).toBe("a;'=b")
  })
})
