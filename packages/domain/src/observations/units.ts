/**
 * One unit of the dictionary is `divisor / factor` of this unit: a value times `factor` by `divisor` is in the dictionary's unit. Both are
 * whole numbers, so that no factor is rounded.
 */
type UnitFactor = { readonly unit: string; readonly spellings?: readonly string[]; readonly factor: number; readonly divisor: number }

const same = (unit: string, ...spellings: readonly string[]): UnitFactor => ({ unit, spellings, factor: 1, divisor: 1 })

const enzyme: readonly UnitFactor[] = [
  same('U/L', 'UI/L', 'IU/L', '[IU]/L', 'mU/mL'),
  { unit: 'ukat/L', factor: 60, divisor: 1 },
  { unit: 'nkat/L', factor: 60, divisor: 1000 },
]
const relaxation: readonly UnitFactor[] = [same('ms'), { unit: 's', factor: 1000, divisor: 1 }]

/**
 * The reviewed units of each analyte: the dictionary's first, then those with a factor. A unit that is not listed is refused, because a
 * wrong factor is a clinical error. Haemoglobin in mmol/L is not listed: laboratories mean the monomer or the tetramer.
 */
const unitFactors: Readonly<Record<string, readonly UnitFactor[]>> = {
  HB: [same('g/dL', 'g%', 'g/100mL'), { unit: 'g/L', factor: 1, divisor: 10 }],
  // 1 ng/mL is 2.247 pmol/L, for a molar mass of 445,000 g/mol.
  FERRITIN: [same('ng/mL', 'ug/L'), { unit: 'pmol/L', factor: 1000, divisor: 2247 }],
  ALT: enzyme,
  AST: enzyme,
  GGT: enzyme,
  // 584.66 g/mol
  BILIRUBIN: [same('mg/dL', 'mg%'), { unit: 'mg/L', factor: 1, divisor: 10 }, { unit: 'umol/L', factor: 58_466, divisor: 1_000_000 }],
  // 113.12 g/mol
  CREATININE: [same('mg/dL', 'mg%'), { unit: 'mg/L', factor: 1, divisor: 10 }, { unit: 'umol/L', factor: 11_312, divisor: 1_000_000 }],
  EGFR: [same('mL/min/{1.73_m2}', 'mL/min/1.73m2', 'mL/min/1,73m2', 'mL/min/1.73mq', 'mL/min/1,73mq')],
  APP: [same('', '1')],
  // 55.845 g/mol
  LIC: [
    same('mg/g{dry_wt}', 'mg/g', 'mg/gdw', 'mgFe/g', 'mgFe/gdw', 'mg/gp.s.'),
    { unit: 'umol/g{dry_wt}', spellings: ['umol/g', 'umol/gdw'], factor: 55_845, divisor: 1_000_000 },
  ],
  T2_HEART: relaxation,
  T2_LIVER: relaxation,
  WEIGHT: [same('kg'), { unit: 'g', factor: 1, divisor: 1000 }],
  FIBR_STIFFNESS: [same('kPa')],
}

/** The unit without differences of writing: letter case, blanks, the two signs for micro, superscripts, `mcg`. */
const normaliseUnit = (unit: string): string =>
  unit.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase().replaceAll('μ', 'u').replaceAll('mcg', 'ug').replaceAll('²', '2')

/** The accepted spellings of the units of an analyte, for a message. */
export const listUnits = (analyte: string): readonly string[] => (unitFactors[analyte] ?? []).map(({ unit }) => unit)

/** Converts a value to the dictionary's unit of its analyte. Undefined for a unit that is not listed (REQ-OBS-02). */
export const convertToStandardUnit = (analyte: string, value: number, unit: string): number | undefined => {
  const wanted = normaliseUnit(unit)
  const found = unitFactors[analyte]?.find(({ unit: listed, spellings = [] }) =>
    [listed, ...spellings].some((spelling) => normaliseUnit(spelling) === wanted),
  )
  // Fifteen digits are all that a value has: more are the noise of the division.
  return found && Number(((value * found.factor) / found.divisor).toPrecision(15))
}
