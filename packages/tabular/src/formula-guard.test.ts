import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFormulaGuard, removeFormulaGuard } from './formula-guard.ts'

const piece = fc.constantFrom(...'ab\'=+-@＝＋－＠;, \u00a0\u3000\t\r\n\v"1'.split(''))
const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))

/** Splits a text at semicolons, tabs and line breaks, and trims blanks, as a spreadsheet can. */
const splitCells = (written: string): string[] => written.split(/[;\t\r\n]/).map((cell) => cell.trim())

describe('THREAT-27: the guard against formulas', () => {
  test('leaves no cell that starts with a formula, for any splitting and trimming', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(splitCells(addFormulaGuard(written)).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })

  test('guards the cells of a file with semicolons where a spreadsheet with commas splits them, and is removed exactly', () => {
    fc.assert(
      fc.property(text, (written) => {
        const guarded = addFormulaGuard(written, ';')
        expect(guarded.split(/[,\t\r\n]/).filter((cell) => /^[=+\-@＝＋－＠]/.test(cell.trim()))).toEqual([])
        expect(removeFormulaGuard(guarded, ';')).toBe(written)
      }),
      { numRuns: 5000 },
    )
  })

  test('is removed exactly', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(removeFormulaGuard(addFormulaGuard(written))).toBe(written)
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
  ])('%j is written as %j', (written, guarded) => expect(addFormulaGuard(written)).toBe(guarded))

  test.each(['', 'note', "'note", 'a=1', 'a;b', "a;'b", '1-2', ' note', 'è', 'a, =1'])('%j is unchanged', (written) => {
    expect(addFormulaGuard(written)).toBe(written)
    expect(removeFormulaGuard(written)).toBe(written)
  })

  test('a typed quote after a semicolon stays if the text has no guard', () => {
    expect(removeFormulaGuard("a;'=b")).toBe("a;'=b")
  })
})
