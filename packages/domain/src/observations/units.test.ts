import { expect, test } from 'vitest'
import { observedAnalytes } from './analytes.ts'
import { convertToStandardUnit, listUnits } from './units.ts'

/** Standard atomic weights (IUPAC 2021, abridged), from which the molar masses follow. */
const atoms = { C: 12.011, H: 1.008, N: 14.007, O: 15.999, Fe: 55.845 } as const
const computeMolarMass = (formula: Readonly<Partial<Record<keyof typeof atoms, number>>>): number =>
  Object.entries(formula).reduce((sum, [atom, count]) => sum + (atoms as Readonly<Record<string, number>>)[atom]! * count, 0)

const bilirubin = computeMolarMass({ C: 33, H: 36, N: 4, O: 6 })
const creatinine = computeMolarMass({ C: 4, H: 7, N: 3, O: 1 })
/** Apoferritin of 24 subunits, in g/mol. */
const ferritin = 445_000

/** Grams per litre as milligrams per decilitre and as nanograms per millilitre. */
const toMgPerDl = (gramsPerLitre: number): number => gramsPerLitre * 100
const toNgPerMl = (gramsPerLitre: number): number => gramsPerLitre * 1e6

/** Each unit with a result, what it is in the dictionary's unit, and why. */
const workedCases = [
  ['HB', 'g/dL', 9.5, 9.5, 'the unit of the dictionary'],
  ['HB', 'g%', 9.5, 9.5, 'grams in 100 mL'],
  ['HB', 'g/100mL', 9.5, 9.5, 'a decilitre is 100 mL'],
  ['HB', 'g/L', 95, 9.5, 'a litre is 10 dL'],
  ['FERRITIN', 'ng/mL', 812, 812, 'the unit of the dictionary'],
  ['FERRITIN', 'ug/L', 812, 812, 'thousand times both'],
  ['FERRITIN', 'pmol/L', 1824.72, toNgPerMl(1824.72e-12 * ferritin), 'molar mass'],
  ...['ALT', 'AST', 'GGT'].flatMap((enzyme) => [
    [enzyme, 'U/L', 40, 40, 'the unit of the dictionary'] as const,
    [enzyme, 'UI/L', 40, 40, 'the Italian name of the unit'] as const,
    [enzyme, 'IU/L', 40, 40, 'the English name of the unit'] as const,
    [enzyme, '[IU]/L', 40, 40, 'its code in UCUM'] as const,
    [enzyme, 'mU/mL', 40, 40, 'a thousandth of both'] as const,
    [enzyme, 'ukat/L', 0.668, 0.668 * 60, '1 U is 1 µmol a minute, 1 kat is 1 mol a second'] as const,
    [enzyme, 'nkat/L', 668, 0.668 * 60, 'a thousandth of µkat'] as const,
  ]),
  ['BILIRUBIN', 'mg/dL', 1.2, 1.2, 'the unit of the dictionary'],
  ['BILIRUBIN', 'mg%', 1.2, 1.2, 'milligrams in 100 mL'],
  ['BILIRUBIN', 'mg/L', 12, 1.2, 'a litre is 10 dL'],
  ['BILIRUBIN', 'umol/L', 34.2, toMgPerDl(34.2e-6 * bilirubin), 'molar mass of C33H36N4O6'],
  ['CREATININE', 'mg/dL', 0.9, 0.9, 'the unit of the dictionary'],
  ['CREATININE', 'mg%', 0.9, 0.9, 'milligrams in 100 mL'],
  ['CREATININE', 'mg/L', 9, 0.9, 'a litre is 10 dL'],
  ['CREATININE', 'umol/L', 79.6, toMgPerDl(79.6e-6 * creatinine), 'molar mass of C4H7N3O'],
  ['EGFR', 'mL/min/{1.73_m2}', 88, 88, 'the unit of the dictionary'],
  ['EGFR', 'mL/min/1.73m2', 88, 88, 'as laboratories write it'],
  ['EGFR', 'mL/min/1,73 mq', 88, 88, 'as Italian laboratories write it'],
  ['APP', '', 72, 72, 'a number without unit'],
  ['APP', '1', 72, 72, 'the unit one of UCUM'],
  ['LIC', 'mg/g{dry_wt}', 7, 7, 'the unit of the dictionary'],
  ['LIC', 'mg/g p.s.', 7, 7, 'peso secco'],
  ['LIC', 'mg Fe/g dw', 7, 7, 'dry weight'],
  ['LIC', 'umol/g{dry_wt}', 125.3, (125.3 * atoms.Fe) / 1000, 'molar mass of iron'],
  ['LIC', 'µmol/g', 125.3, (125.3 * atoms.Fe) / 1000, 'molar mass of iron'],
  ['T2_HEART', 'ms', 21, 21, 'the unit of the dictionary'],
  ['T2_HEART', 's', 0.021, 21, 'a second is 1000 ms'],
  ['T2_LIVER', 'ms', 4.5, 4.5, 'the unit of the dictionary'],
  ['T2_LIVER', 's', 0.0045, 4.5, 'a second is 1000 ms'],
  ['WEIGHT', 'kg', 61.5, 61.5, 'the unit of the dictionary'],
  ['WEIGHT', 'g', 61_500, 61.5, 'a kilogram is 1000 g'],
  ['FIBR_STIFFNESS', 'kPa', 7.2, 7.2, 'the unit of the dictionary'],
] as const

test.each(workedCases)('REQ-OBS-02: %s %s: %d is %d, because: %s', (analyte, unit, value, expected) => {
  const converted = convertToStandardUnit(analyte, value, unit)
  // A molar mass differs in its last digits between tables.
  expect(converted).toBeDefined()
  expect(Math.abs(converted! / expected - 1)).toBeLessThan(unit.includes('mol') ? 1e-4 : 1e-12)
})

test('REQ-OBS-02: every unit of every analyte has a worked case', () => {
  const covered = new Set(workedCases.map(([analyte, unit]) => `${analyte} ${unit}`))
  const missing = observedAnalytes
    .flatMap(({ name }) => listUnits(name).map((unit) => `${name} ${unit}`))
    .filter((unit) => !covered.has(unit))
  expect(missing).toEqual([])
})

test('REQ-OBS-02: the first unit of an analyte is that of its field', () => {
  expect(observedAnalytes.map(({ name }) => listUnits(name)[0])).toEqual(observedAnalytes.map(({ field }) => field.unit ?? ''))
})
