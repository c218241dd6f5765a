import type { FieldName } from '../fields/dictionary.ts'
import { boneFields } from './bone.ts'
import { complicationGroups } from './complications.ts'
import { doseFields } from './iron.ts'
import { timelineFieldNames, yearlyAnalytes, type YearlyAnalyte } from './timeline.ts'
import { treatments } from './treatments.ts'

const analytes: readonly YearlyAnalyte[] = ['FERRITIN', 'HB']
const statistics = ['LAST', 'MEAN', 'MIN', 'MAX'] as const

/** The fields whose history the charts of a record need. Each analyte has its own statistics (REQ-CRF-13). */
export const chartFields: readonly FieldName[] = [
  ...new Set<FieldName>([
    ...timelineFieldNames,
    ...analytes
      .filter((name) => name in yearlyAnalytes)
      .flatMap((name): FieldName[] => [name, ...statistics.map((one) => `${name}_${one}` as const)]),
    'TT_QTY',
    'WEIGHT',
    ...doseFields,
    ...boneFields,
    ...Object.values(treatments).flatMap(({ regimen, start, ongoing }) => [regimen, start, ongoing]),
    ...Object.values<readonly FieldName[]>(complicationGroups).flat(),
  ]),
]
