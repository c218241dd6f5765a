import type { ReferenceValue, ReferenceValues } from '../reference/reference-values.ts'
import type { ReferenceTable } from '../reference/tables.ts'

const rows = (extras: Readonly<Record<string, ReferenceValue['extra']>>): readonly ReferenceValue[] =>
  Object.entries(extras).map(([id, extra]) => ({ id, extra }))

const family = (name: string): ReferenceValue['extra'] => ({ family: name })
const components = (...drugs: string[]): ReferenceValue['extra'] => ({ components: drugs })
const level = (number: number): ReferenceValue['extra'] => ({ level: String(number) })

/** Sample rows of the tables that rules use. */
const tables: Partial<Record<ReferenceTable, readonly ReferenceValue[]>> = {
  specific_diagnosis: rows({
    BTM: family('beta'),
    BTI: family('beta'),
    HBH: family('alpha'),
    SCD_SS: family('sickle'),
    HBE: family('variant'),
    CDA1: family('rare'),
    BT_MINOR: family('carrier'),
    UNDIAGNOSED: family('none'),
  }),
  svc_genotype: rows({
    B0_B0: family('beta'),
    A_BART: family('alpha'),
    S_S: family('sickle'),
    E_E: family('variant'),
    NON_GLOBIN: family('rare'),
    B0_B: family('carrier'),
    NOT_DONE: family('none'),
    OTHER: family('other'),
  }),
  chelating_drug: rows({
    NONE: null,
    DFO: components('DFO'),
    DFP: components('DFP'),
    DFX_DT: components('DFX'),
    DFX_FCT: components('DFX'),
    DFO_DFP: components('DFO', 'DFP'),
    OTHER: components('OTHER'),
  }),
  svc_tt: rows({ NEVER: level(0), PAST: level(0), OCCASIONAL: level(1), REGULAR: level(2), EXCHANGE: level(2) }),
  svc_covid_hospitalization: rows({ HOME: level(0), ED: level(1), WARD: level(2), ICU: level(4) }),
}

export const sampleReferenceValues: ReferenceValues = (table) => tables[table] ?? []
