import fc from 'fast-check'
import { comparisons, type Expression, type Operand, type Scalar } from '@registry/domain/expression/expression'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { PatientRecord, Value } from '@registry/domain/fields/values'

/** Generates random well-typed expressions over a few fields of each type, and records for them. */

type Type = 'text' | 'number' | 'day' | 'truth' | 'list'

const fieldsByType = {
  text: ['TT', 'ICT_TYPE', 'DEAD_CAUSE', 'BMT_NOTE'],
  number: ['HB', 'WEIGHT', 'HOSPEDAL_DAYS', 'TT_QTY'],
  day: ['DOB', 'DOD', 'TT_START', 'DEAD_DATE'],
  truth: ['BMT', 'GT', 'VOC'],
  list: ['HOSPEDAL_CAUSES'],
} as const satisfies Record<Type, readonly FieldName[]>

export const randomFields: readonly FieldName[] = Object.values(fieldsByType).flat()

const letters = fc.constantFrom('a', 'A', 'b', 'à', 'À', 'Σ', 'σ', 'ß', 'İ', 'i', 'ǅ', '%', '_', '\\', "'", '"', ' ', '🩸', '\uFFFD', '\n')
const text = fc.oneof(fc.constantFrom('REGULAR', 'never', 'NEVER'), fc.string({ unit: letters, maxLength: 4 }))
const pattern = fc.string({
  unit: fc.oneof({ arbitrary: fc.constantFrom('%', '_'), weight: 1 }, { arbitrary: letters, weight: 1 }),
  maxLength: 5,
})
/** Multiples of 0.25, whose sums and products are exact in every floating-point arithmetic. */
const number = fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4)
const whole = fc.integer({ min: -3, max: 12 })
const day = fc.oneof(
  fc.constantFrom('2000-02-29', '2018-02-28', '2018-03-01', '1999-12-31', '2000-01-01'),
  fc.date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
)
const code = fc.constantFrom('282.44', '285.9', "o'", 'a"b', '{x}', 'NULL')

const valueByType = { text, number, day, truth: fc.boolean(), list: code } satisfies Record<Type, fc.Arbitrary<Scalar>>

const names = (type: Type): fc.Arbitrary<FieldName> => fc.constantFrom<FieldName>(...fieldsByType[type])
const reference = (type: Type): fc.Arbitrary<Operand> =>
  fc.oneof(
    { arbitrary: names(type).map((field): Operand => ({ field })), weight: 3 },
    { arbitrary: names(type).map((previous): Operand => ({ previous })), weight: 1 },
  )
const constant = (type: Type): fc.Arbitrary<Operand> => valueByType[type].map((value): Operand => ({ value }))

const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { minLength: 1, maxLength: 3 })
const call = (name: Extract<Operand, { call: unknown }>['call'], args: fc.Arbitrary<Operand[]>): fc.Arbitrary<Operand> =>
  args.map((list) => ({ call: name, args: list }))
const pair = (arbitrary: fc.Arbitrary<Operand>): fc.Arbitrary<Operand[]> => fc.tuple(arbitrary, arbitrary)

const leaf = (type: Type): fc.Arbitrary<Operand> => fc.oneof(reference(type), constant(type))
const days: fc.Arbitrary<Operand> = fc.oneof(
  leaf('day'),
  fc.constant<Operand>({ call: 'today', args: [] }),
  ...(['days_ago', 'months_ago', 'years_ago'] as const).map((name) =>
    call(name, fc.tuple(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(12, 13, 1, 24)).map((value): Operand => ({ value })))),
  ),
  names('number').map((recordedOn): Operand => ({ recordedOn })),
  call('coalesce', fc.tuple(reference('day'), leaf('day'))),
  call('least', fc.tuple(reference('day'), leaf('day'))),
)
const numbers: fc.Arbitrary<Operand> = fc.oneof(
  leaf('number'),
  ...(['+', '-', '*', '/'] as const).map((name) => call(name, pair(leaf('number')))),
  call(
    'power',
    fc.tuple(
      leaf('number'),
      fc.integer({ min: -2, max: 3 }).map((value): Operand => ({ value })),
    ),
  ),
  ...(['least', 'greatest', 'coalesce'] as const).map((name) => call(name, some(leaf('number')))),
  ...(['abs', 'floor', 'ceil'] as const).map((name) => call(name, fc.tuple(leaf('number')))),
  ...(['year', 'month'] as const).map((name) => call(name, fc.tuple(days))),
  call('length', fc.tuple(leaf('text'))),
  call('count_true', some(leaf('truth'))),
  call('years_between', pair(days)),
  call('days_between', pair(days)),
)
const reason: fc.Arbitrary<Operand> = fc.constantFrom<FieldName>('HB', 'TT').map((missingReason) => ({ missingReason }))
const operand = {
  text: fc.oneof(leaf('text'), reason, call('coalesce', some(leaf('text'))), call('lower', fc.tuple(leaf('text')))),
  number: numbers,
  day: days,
  truth: fc.oneof(leaf('truth'), call('coalesce', some(leaf('truth')))),
} satisfies Record<Exclude<Type, 'list'>, fc.Arbitrary<Operand>>

const comparison = (type: 'text' | 'number' | 'day'): fc.Arbitrary<Expression> =>
  fc.record({ op: fc.constantFrom(...comparisons), left: reference(type), right: operand[type] })
const sameOrNot = fc.constantFrom('=', '<>')
const inOrNot = fc.constantFrom('in', 'not in')

const predicate: fc.Arbitrary<Expression> = fc.oneof(
  comparison('text'),
  comparison('number'),
  comparison('day'),
  fc.record({ op: fc.constantFrom(...comparisons), left: numbers, right: numbers }),
  fc.record({ op: sameOrNot, left: operand.truth, right: operand.truth }),
  fc.record({ op: sameOrNot, left: reference('list'), right: constant('list') }),
  ...(['text', 'number', 'day', 'list'] as const).map((type) =>
    fc.record({ op: inOrNot, left: reference(type), values: fc.array<Scalar>(valueByType[type], { maxLength: 4 }) }),
  ),
  fc.record({ op: fc.constantFrom('like', 'not like'), left: operand.text, pattern }),
  ...(['text', 'number', 'day', 'truth'] as const).map((type) =>
    fc.record({ op: fc.constantFrom('is null', 'is not null'), of: operand[type] }),
  ),
  fc.record({ op: fc.constantFrom('is null', 'is not null'), of: reference('list') }),
)

export const randomExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    predicate,
    fc.record({ op: fc.constantFrom('and', 'or'), of: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not'), of: tie('tree') }),
  ),
})).tree

const withNulls = <T extends Value>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 })

export const randomRecordingDays: fc.Arbitrary<Readonly<Partial<Record<FieldName, string>>>> = fc.dictionary(
  fc.constantFrom(...fieldsByType.number),
  day,
)

export const randomRecord: fc.Arbitrary<PatientRecord> = fc.record({
  TT: withNulls(text),
  ICT_TYPE: withNulls(text),
  DEAD_CAUSE: withNulls(text),
  BMT_NOTE: withNulls(text),
  HB: withNulls(number),
  WEIGHT: withNulls(number),
  TT_QTY: withNulls(number),
  HOSPEDAL_DAYS: withNulls(whole),
  DOB: withNulls(day),
  DOD: withNulls(day),
  TT_START: withNulls(day),
  DEAD_DATE: withNulls(day),
  BMT: withNulls(fc.boolean()),
  GT: withNulls(fc.boolean()),
  VOC: withNulls(fc.boolean()),
  HOSPEDAL_CAUSES: withNulls(fc.array(code, { maxLength: 3 })),
})
