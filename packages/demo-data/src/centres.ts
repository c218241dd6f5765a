export type CentreCode = 'RM01' | 'MI01' | 'CA01' | 'PA01' | 'TO01' | 'FE01'

/** A centre of the demo. `area` is its leaf of the geotree, `region` its row of svc_region. */
export type DemoCentre = {
  readonly code: CentreCode
  readonly name: string
  readonly area: string
  readonly region: string
  readonly address: string
  readonly city: string
  readonly telephone: string
  /** Share of optional values that the centre fills, from 0 to 1. */
  readonly completeness: number
}

export const demoCentres: readonly DemoCentre[] = [
  {
    code: 'RM01',
    name: 'Centro Microcitemie dimostrativo di Roma',
    area: 'ITI4',
    region: 'R12',
    address: 'Via della Dimostrazione 1',
    city: 'Roma',
    telephone: '06 5550101',
    completeness: 0.92,
  },
  {
    code: 'MI01',
    name: 'Centro Anemie Congenite dimostrativo di Milano',
    area: 'ITC4',
    region: 'R03',
    address: 'Via della Dimostrazione 2',
    city: 'Milano',
    telephone: '02 5550102',
    completeness: 0.9,
  },
  {
    code: 'CA01',
    name: 'Centro Talassemie dimostrativo di Cagliari',
    area: 'ITG2',
    region: 'R20',
    address: 'Via della Dimostrazione 3',
    city: 'Cagliari',
    telephone: '070 555103',
    completeness: 0.95,
  },
  {
    code: 'PA01',
    name: 'Centro Emoglobinopatie dimostrativo di Palermo',
    area: 'ITG1',
    region: 'R19',
    address: 'Via della Dimostrazione 4',
    city: 'Palermo',
    telephone: '091 555104',
    completeness: 0.82,
  },
  {
    code: 'TO01',
    name: 'Centro Microcitemie dimostrativo di Torino',
    area: 'ITC1',
    region: 'R01',
    address: 'Via della Dimostrazione 5',
    city: 'Torino',
    telephone: '011 5550105',
    completeness: 0.87,
  },
  {
    code: 'FE01',
    name: 'Centro Talassemie dimostrativo di Ferrara',
    area: 'ITH5',
    region: 'R08',
    address: 'Via della Dimostrazione 6',
    city: 'Ferrara',
    telephone: '0532 555106',
    completeness: 0.78,
  },
]

/** The centres of forty consecutive patients. Of 600, Rome has 180, Cagliari 150, Milan 120, Palermo 90, Ferrara 45 and Turin 15. */
const turn: readonly CentreCode[] = [
  'RM01',
  'RM01',
  'MI01',
  'RM01',
  'MI01',
  'CA01',
  'RM01',
  'MI01',
  'PA01',
  'CA01',
  'RM01',
  'FE01',
  'MI01',
  'CA01',
  'PA01',
  'RM01',
  'CA01',
  'TO01',
  'RM01',
  'MI01',
  'PA01',
  'CA01',
  'RM01',
  'FE01',
  'CA01',
  'MI01',
  'PA01',
  'RM01',
  'CA01',
  'RM01',
  'MI01',
  'CA01',
  'PA01',
  'FE01',
  'RM01',
  'CA01',
  'MI01',
  'PA01',
  'RM01',
  'CA01',
]

/** Returns the centre of the patient with this index, and the patient's running number in it, from 1. */
export const findPlaceInCentre = (index: number): { centre: DemoCentre; number: number } => {
  const position = index % turn.length
  const code = turn[position]
  const centre = demoCentres.find((each) => each.code === code)
  if (!centre) throw new Error(`No centre for patient ${index}`)
  const perTurn = turn.filter((each) => each === code).length
  const earlier = turn.slice(0, position).filter((each) => each === code).length
  return { centre, number: Math.floor(index / turn.length) * perTurn + earlier + 1 }
}
