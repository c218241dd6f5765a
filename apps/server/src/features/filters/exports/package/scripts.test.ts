import { expect, test } from 'vitest'
import { buildRScript } from './r-script.ts'
import { buildSasScript } from './sas-script.ts'
import { buildSpssScript } from './spss-script.ts'
import { buildStataScript } from './stata-script.ts'
import type { Variable } from './variables.ts'

const hostile = `it's "x" \\ \`$y'\nsecond line`
const variables: readonly Variable[] = [
  { name: 'SEX', scriptName: 'SEX', bytes: 80, label: hostile, type: 'choice', values: [{ code: 'F', label: hostile }] },
  { name: 'HB', scriptName: 'HB', bytes: 1, label: 'Emoglobina (g/dL)', type: 'number', values: [] },
  { name: 'TT_START', scriptName: 'TT_START', bytes: 1, label: 'Inizio', type: 'date', values: [] },
]

test.each([
  [
    'R',
    buildRScript,
    String.raw`"it's \"x\" \\ ${'`'}$y' second line"`,
    'registry[["HB"]] <- described(as.numeric(registry[["HB"]]), "Emoglobina (g/dL)")',
  ],
  ['SPSS', buildSpssScript, String.raw`'it''s "x" \ ${'`'}$y'' second line'`, '    HB F16.4'],
  ['Stata', buildStataScript, "`\"it's 'x' \\ 'USDy' second line\"'", 'destring HB, replace'],
  ['SAS', buildSasScript, String.raw`'it''s "x" \ ${'`'}$y'' second line'`, "  label HB = 'Emoglobina (g/dL)';"],
] as const)('REQ-EXP-08: the script of %s quotes every character of a label, in one line', (_program, build, quoted, line) => {
  const script = build(variables, 'Comment.')
  expect(script.split(quoted).length).toBe(3)
  expect(script.split('\n')).toContain(line)
  expect(script).not.toMatch(/^second line/m)
})

test('REQ-EXP-08: SPSS and SAS read a reserved word by another name, texts by their bytes, and labels of whole characters', () => {
  const note: Variable = { name: 'GT', scriptName: 'GT_VALUE', bytes: 4008, label: '€'.repeat(200), type: 'text', values: [] }
  const [spss, sas] = [buildSpssScript([note], 'Comment.'), buildSasScript([note], 'Comment.')]
  expect(spss.split('\n')).toEqual(
    expect.arrayContaining([
      'PRESERVE.',
      'SET DECIMAL=DOT.',
      '    GT_VALUE A4008',
      `VARIABLE LABELS GT_VALUE '${'€'.repeat(85)}'.`,
      'RESTORE.',
    ]),
  )
  expect(sas.split('\n')).toEqual(expect.arrayContaining(['  informat GT_VALUE $4008.;', '  input GT_VALUE;']))
})
