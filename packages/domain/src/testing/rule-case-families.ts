import { fields, type FieldName } from '../fields/dictionary.ts'
import type { Value } from '../fields/values.ts'
import type { RuleCase } from './rule-cases.ts'

const namesEnding = (end: string): readonly string[] =>
  fields.flatMap(({ name }) => (name.endsWith(end) ? [name.slice(0, -end.length)] : []))
const dates = fields.filter(({ type, name }) => type === 'date' && name !== 'DOB').map(({ name }) => name)
const [dayBefore, day, dayAfter] = ['2010-05-01', '2010-05-02', '2010-05-03']

/** No date is before the birth or after the death. The day itself is allowed. */
const dateCases: readonly RuleCase[] = [
  ...dates.map((name): RuleCase => [
    'error',
    `RULE-01.${name}.birth`,
    `${name} DOB`,
    { DOB: day, [name]: dayBefore },
    { DOB: day, [name]: day },
  ]),
  ...dates
    .filter((name) => name !== 'DEAD_DATE')
    .map((name): RuleCase => [
      'error',
      `RULE-01.${name}.death`,
      `${name} DEAD_DATE`,
      { DEAD_DATE: day, [name]: dayAfter },
      { DEAD_DATE: day, [name]: day },
    ]),
]

/** Fields that need a true flag. A false or missing flag violates the rule. */
const flagCases = (id: string, flag: FieldName, ...dependents: readonly (readonly [FieldName, Value])[]): readonly RuleCase[] =>
  dependents.flatMap(([name, value]): RuleCase[] => [
    ['error', `${id}.${name}`, `${name} ${flag}`, { [name]: value }, { [name]: value, [flag]: true }],
    ['error', `${id}.${name}`, `${name} ${flag}`, { [name]: value, [flag]: false }, { [flag]: false }],
  ])

/** A severe form of a disease needs the disease. */
const diseaseCases = (disease: FieldName, ...forms: readonly FieldName[]): readonly RuleCase[] =>
  forms.flatMap((form): RuleCase[] => [
    ['warning', `RULE-09.${form}`, `${disease} ${form}`, { [form]: true }, { [form]: true, [disease]: true }],
    ['warning', `RULE-09.${form}`, `${disease} ${form}`, { [form]: true, [disease]: false }, { [form]: false }],
  ])

const sickleCases: readonly RuleCase[] = (['VOC', 'ACUTE_CHEST_SYNDROME', 'PRIAPISM', 'SPLENIC_SEQUESTRATION'] as const).flatMap(
  (name): RuleCase[] => [
    ['warning', `RULE-08.${name}`, `${name} DIAGNOSIS`, { [name]: true }, { [name]: true, DIAGNOSIS: 'SCD_SS' }],
    [
      'warning',
      `RULE-08.${name}`,
      `${name} DIAGNOSIS`,
      { [name]: true, DIAGNOSIS: 'BTM' },
      { [name]: true, DIAGNOSIS: 'BTM', DIAGNOSIS_2: 'SCD_SS' },
    ],
    [
      'warning',
      `RULE-08.${name}`,
      `${name} DIAGNOSIS`,
      { [name]: true, DIAGNOSIS_3: 'BTM' },
      { [name]: true, DIAGNOSIS: 'BTM', DIAGNOSIS_3: 'SCD_SS' },
    ],
  ],
)

const transfusionCases: readonly RuleCase[] = (
  [
    ['TT_QTY', 0],
    ['TT_TYPE', 'SIMPLE'],
    ['TT_START', day],
  ] as const
).map(([name, value]) => ['error', `RULE-13.${name}`, `${name} TT`, { TT: 'NEVER', [name]: value }, { TT: 'PAST', [name]: value }])

const chelationValues: readonly (readonly [FieldName, Value])[] = [
  ['ICT_START', day],
  ['ICT_IP', true],
  ['ICT_MODALITY', 'MONO'],
  ['ICT_OTHER_PRODUCT', 'TRIAL'],
  ...(['DFO', 'DFP', 'DFX', 'OTHER'] as const).flatMap((drug) =>
    (['DOSAGE', 'PRESCRIPTION', 'COMPLIANCE'] as const).map((part) => [`ICT_${drug}_${part}`, 0] as const),
  ),
]
const chelationCases: readonly RuleCase[] = [
  ...chelationValues.map(([name, value]): RuleCase => [
    'error',
    `RULE-16.${name}`,
    `${name} ICT_TYPE`,
    { ICT_TYPE: 'NONE', [name]: value },
    { ICT_TYPE: 'DFO', [name]: value },
  ]),
  ...(
    [
      ['DFO', 'DFO', 'DFP'],
      ['DFO', 'DFO_DFP', 'OTHER'],
      ['DFP', 'DFO_DFP', 'DFO'],
      ['DFX', 'DFX_DT', 'DFO_DFP'],
      ['DFX', 'DFX_FCT', 'DFP'],
      ['OTHER', 'OTHER', 'DFX_DT'],
    ] as const
  ).flatMap(([drug, regimen, another]): RuleCase[] => {
    const dose = `ICT_${drug}_DOSAGE`
    return [
      ...['DOSAGE', 'PRESCRIPTION', 'COMPLIANCE'].flatMap((part): RuleCase[] => {
        const name = `ICT_${drug}_${part}`
        const [key, at] = [`RULE-17.${name}`, `${name} ICT_TYPE`]
        return [
          ['error', key, at, { ICT_TYPE: another, [name]: 5 }, { ICT_TYPE: regimen, [name]: 5 }],
          ['error', key, at, { [name]: 5 }, { ICT_TYPE: 'NONE', [name]: 5 }],
        ]
      }),
      ...['PRESCRIPTION', 'COMPLIANCE'].map((part): RuleCase => {
        const name = `ICT_${drug}_${part}`
        return [
          'error',
          `RULE-17.${name}.dose`,
          `${dose} ${name}`,
          { ICT_TYPE: regimen, [name]: 5 },
          { ICT_TYPE: regimen, [name]: 5, [dose]: 5 },
        ]
      }),
    ]
  }),
]

const courseCases: readonly RuleCase[] = ['HU', 'LUS'].flatMap((drug): RuleCase[] => {
  const [type, start, ongoing, dose] = [
    `${drug}_TERAPY_TYPE`,
    `${drug}_TERAPY_START`,
    `${drug}_TERAPY_ONGOING`,
    `${drug}_TERAPY_DOSAGE`,
  ] as const
  return [
    ['error', `RULE-22.${start}`, `${start} ${type}`, { [type]: 'NEVER', [start]: day }, { [type]: 'STOPPED', [start]: day }],
    ['error', `RULE-22.${dose}`, `${dose} ${type}`, { [type]: 'NEVER', [dose]: 0 }, { [dose]: 0 }],
    [
      'error',
      `RULE-22.${ongoing}.never`,
      `${ongoing} ${type}`,
      { [type]: 'NEVER', [ongoing]: true },
      { [type]: 'NEVER', [ongoing]: false },
    ],
    ['error', `RULE-22.${ongoing}.never`, `${ongoing} ${type}`, { [type]: 'NEVER', [ongoing]: true }, { [type]: 'NEVER' }],
    ['error', `RULE-22.${start}.missing`, `${start} ${ongoing}`, { [ongoing]: true }, { [ongoing]: true, [start]: day }],
    ['error', `RULE-22.${start}.missing`, `${start} ${ongoing}`, { [ongoing]: true }, { [ongoing]: false }],
    [
      'error',
      `RULE-22.${ongoing}.stopped`,
      `${ongoing} ${type}`,
      { [ongoing]: true, [type]: 'STOPPED' },
      { [ongoing]: false, [type]: 'STOPPED' },
    ],
  ]
})

/** Median, mean and last value lie between minimum and maximum, or equal one of them. */
const analyteCases: readonly RuleCase[] = namesEnding('_MEDIAN').flatMap((analyte): RuleCase[] => {
  const [last, mean, median, max, min] = [
    `${analyte}_LAST`,
    `${analyte}_MEAN`,
    `${analyte}_MEDIAN`,
    `${analyte}_MAX`,
    `${analyte}_MIN`,
  ] as const
  return [
    ['error', `RULE-24.${analyte}.MIN`, `${min} ${max}`, { [min]: 9.1, [max]: 9 }, { [min]: 9, [max]: 9 }],
    ...[median, mean, last].flatMap((name): RuleCase[] => [
      ['error', `RULE-24.${name}`, `${name} ${min} ${max}`, { [min]: 9, [name]: 8.9 }, { [min]: 9, [name]: 9, [max]: 9 }],
      ['error', `RULE-24.${name}`, `${name} ${min} ${max}`, { [max]: 9, [name]: 9.1 }, { [min]: 8, [name]: 8.9, [max]: 9 }],
    ]),
    ['warning', `RULE-25.${analyte}`, `${analyte} ${last}`, { [analyte]: 9, [last]: 9.1 }, { [analyte]: 9.1, [last]: 9.1 }],
    ['warning', `RULE-25.${analyte}`, `${analyte} ${last}`, { [analyte]: 9.1, [last]: 9 }, { [analyte]: 9.1 }],
    ...[mean, median, max, min].map((name): RuleCase => [
      'warning',
      `RULE-25.${last}`,
      `${last} ${mean} ${median} ${max} ${min}`,
      { [name]: 9 },
      { [name]: 9, [last]: 9 },
    ]),
  ]
})

const densityCases: readonly RuleCase[] = ['LOMBAR_SPINE', 'FEMORAL_NECK', 'TOTAL_HIP'].flatMap((site): RuleCase[] => [
  ...['T', 'Z', 'BMD'].map((part): RuleCase => {
    const name = `DEXA_${site}_${part}`
    return ['error', `RULE-28.${name}`, `DEXA_DATE ${name}`, { [name]: 0 }, { [name]: 0, DEXA_DATE: day }]
  }),
  [
    'warning',
    `RULE-29.DEXA_${site}_T`,
    `DEXA_${site}_T DOB`,
    { DOB: '1990-05-03', DEXA_DATE: day, [`DEXA_${site}_T`]: 0 },
    { DOB: '1990-05-02', DEXA_DATE: day, [`DEXA_${site}_T`]: 0 },
  ],
])

/** Cases of the rules that are repeated for many fields. */
export const ruleCaseFamilies: readonly RuleCase[] = [
  ...dateCases,
  ...flagCases('RULE-05', 'BMT', ['BMT_DATE', day], ['BMT_NOTE', 'x']),
  ...flagCases('RULE-05', 'GT', ['GT_START', day], ['GT_PROTOCOL', 'x'], ['GT_OUTCOME', 'TR'], ['GT_CONDITIONING', 'x'], ['GT_NOTE', 'x']),
  ...sickleCases,
  ...diseaseCases('LIVER_DISEASE', 'LIVER_CIRRHOSIS', 'HCC'),
  ...diseaseCases('HEART_FAILURE', 'CONGESTIVE_HEART_FAILURE'),
  ...transfusionCases,
  ...chelationCases,
  ...courseCases,
  ...analyteCases,
  ...densityCases,
  ...flagCases(
    'RULE-31',
    'COVID_STATUS',
    ['COVID_SYMPTOM', 'x'],
    ['COVID_DETECTION', day],
    ['COVID_SOURCE', 'x'],
    ['COVID_HOSPITALIZATION', 'WARD'],
    ['COVID_HOSP_DAYS', 0],
    ['COVID_DISASE_DAYS', 0],
    ['COVID_TERAPY', 'x'],
    ['COVID_OUTCOME', 'RECOVERED'],
  ),
]
