import { formatDay } from '../calendar.ts'
import { findAnalyteOfField } from '../observations/analytes.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { isMissingReason, missingReasonLabels } from '../fields/missing.ts'
import { formatMeasurement, formatUnit } from '../fields/units.ts'
import type { Language } from '../language.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import { findPeriod, type Period, type PeriodUnit } from './period.ts'
import {
  findRange,
  listExpressionFields,
  type Range,
  type Comparison,
  type Expression,
  type FunctionName,
  type Operand,
  type ResultOperand,
  type Scalar,
} from './expression.ts'
import { findCommonType, getArgumentType, type ValueType } from './types.ts'

/** The language and the labels of reference values. A value without label appears as its id. */
export type DescribeOptions = {
  readonly language: Language
  readonly findLabel?: (table: ReferenceTable, id: string) => string | undefined
  /** Adds to negative conditions that missing values are excluded. */
  readonly missing?: boolean
}

/** The verbs of a range, and of days that are counted back from today. */
type RangeVerb = 'between' | 'in the last' | 'older than'

type Phrases = Record<
  | Expression['op']
  | RangeVerb
  | ResultOperand['measure']
  | (
      | 'yes'
      | 'no'
      | 'contains'
      | 'contains not'
      | 'either'
      | 'recordedOn'
      | 'newestResult'
      | 'missing because'
      | 'missing out'
      | 'up to'
      | 'no result'
    ),
  string
>

const phrasesByLanguage = {
  it: {
    and: 'e',
    or: 'oppure',
    not: 'non è vero che',
    '=': 'è uguale a',
    '<>': 'è diverso da',
    '<': 'è minore di',
    '<=': 'è minore o uguale a',
    '>': 'è maggiore di',
    '>=': 'è maggiore o uguale a',
    between: 'è compreso tra',
    'in the last': 'è negli ultimi',
    'older than': 'risale a più di',
    in: 'è uno tra',
    'not in': 'non è tra',
    like: 'assomiglia a',
    'not like': 'non assomiglia a',
    'is null': 'non è indicato',
    'is not null': 'è indicato',
    yes: 'sì',
    no: 'no',
    contains: 'comprende',
    'contains not': 'non comprende',
    either: 'o',
    recordedOn: 'il giorno di registrazione di',
    newestResult: 'il giorno dell’ultimo esame',
    'missing because': 'manca, con motivo',
    'missing out': '(chi non ha un valore resta fuori)',
    'any result': 'almeno un risultato di',
    count: 'il numero di risultati di',
    months: 'il tempo in mesi dall’ultimo risultato di',
    value: 'l’ultimo risultato di',
    'up to': 'fino al',
    'no result': 'non c’è alcun risultato di',
  },
  en: {
    and: 'and',
    or: 'or',
    not: 'it is not true that',
    '=': 'equals',
    '<>': 'differs from',
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is greater than',
    '>=': 'is at least',
    between: 'is between',
    'in the last': 'is in the last',
    'older than': 'is more than',
    in: 'is one of',
    'not in': 'is none of',
    like: 'is like',
    'not like': 'is not like',
    'is null': 'is not given',
    'is not null': 'is given',
    yes: 'yes',
    no: 'no',
    contains: 'includes',
    'contains not': 'does not include',
    either: 'or',
    recordedOn: 'the day of recording of',
    newestResult: 'the day of the newest test',
    'missing because': 'is missing for the reason',
    'missing out': '(those without a value are left out)',
    'any result': 'at least one result of',
    count: 'the number of results of',
    months: 'the time in months since the newest result of',
    value: 'the newest result of',
    'up to': 'up to',
    'no result': 'there is no result of',
  },
} satisfies Record<Language, Phrases>

const unitNames = {
  it: { day: ['giorno', 'giorni'], month: ['mese', 'mesi'], year: ['anno', 'anni'] },
  en: { day: ['day', 'days'], month: ['month', 'months'], year: ['year', 'years'] },
} satisfies Record<Language, Record<PeriodUnit, readonly [one: string, other: string]>>

/** Names a unit of time, in the plural unless the amount is one. */
export const nameUnit = (unit: PeriodUnit, amount: number, language: Language): string => {
  const [one, other] = unitNames[language][unit]
  return amount === 1 ? one : other
}

const formatLength = ({ amount, unit }: Period, language: Language): string => `${amount} ${nameUnit(unit, amount, language)}`

type FormatCall = (args: readonly string[]) => string
const formatInfix =
  (sign: string): FormatCall =>
  ([left, right]) =>
    `(${left} ${sign} ${right})`
const formatList =
  (name: string): FormatCall =>
  (args) =>
    `${name} (${args.join(', ')})`
const formatPair =
  (name: string, from: string, to: string): FormatCall =>
  ([first, second]) =>
    `${name} ${from} ${first} ${to} ${second}`

const formatAgo =
  (language: Language, unit: PeriodUnit, word: string): FormatCall =>
  ([amount]) =>
    `${amount} ${nameUnit(unit, Number(amount), language)} ${word}`

const signs = { '+': formatInfix('+'), '-': formatInfix('−'), '*': formatInfix('×'), '/': formatInfix('/'), power: formatInfix('^') }

const calls = {
  it: {
    ...signs,
    least: formatList('il minore tra'),
    greatest: formatList('il maggiore tra'),
    abs: formatList('valore assoluto di'),
    coalesce: formatList('il primo indicato tra'),
    count_true: formatList('numero di sì tra'),
    years_between: formatPair('anni', 'da', 'a'),
    days_between: formatPair('giorni', 'da', 'a'),
    floor: formatList('parte intera per difetto di'),
    ceil: formatList('parte intera per eccesso di'),
    year: formatList('anno di'),
    month: formatList('mese di'),
    today: () => 'oggi',
    days_ago: formatAgo('it', 'day', 'fa'),
    months_ago: formatAgo('it', 'month', 'fa'),
    years_ago: formatAgo('it', 'year', 'fa'),
    lower: formatList('in minuscolo'),
    length: formatList('numero di caratteri di'),
  },
  en: {
    ...signs,
    least: formatList('the least of'),
    greatest: formatList('the greatest of'),
    abs: formatList('absolute value of'),
    coalesce: formatList('the first given of'),
    count_true: formatList('number of yes among'),
    years_between: formatPair('years', 'from', 'to'),
    days_between: formatPair('days', 'from', 'to'),
    floor: formatList('rounded down'),
    ceil: formatList('rounded up'),
    year: formatList('year of'),
    month: formatList('month of'),
    today: () => 'today',
    days_ago: formatAgo('en', 'day', 'ago'),
    months_ago: formatAgo('en', 'month', 'ago'),
    years_ago: formatAgo('en', 'year', 'ago'),
    lower: formatList('in lower case'),
    length: formatList('number of characters of'),
  },
} satisfies Record<Language, Record<FunctionName, FormatCall>>

const findReferenceTable = (...operands: readonly Operand[]): ReferenceTable | undefined => {
  const named = operands.find((operand) => 'field' in operand)
  return named && getField(named.field).referenceTable
}

/** Quotation marks of the language, the same for labels and values. */
const quote = (text: string, language: Language): string => (language === 'it' ? `«${text}»` : `“${text}”`)

/** Days come before or after each other. They have no size. */
const dayPhrases = {
  it: { '=': 'è il', '<>': 'non è il', '<': 'è prima del', '<=': 'entro il', '>': 'è dopo il', '>=': 'a partire dal' },
  en: { '=': 'is on', '<>': 'is not on', '<': 'is before', '<=': 'is on or before', '>': 'is after', '>=': 'is on or after' },
} satisfies Record<Language, Record<Comparison, string>>

const isComparison = (op: Verb): op is Comparison => op in dayPhrases.it

type Verb = Comparison | RangeVerb | 'in' | 'not in' | 'like' | 'not like' | 'is null' | 'is not null' | 'missing because'

/** Returns the text between field and value. A multi-value field includes a value, another field equals it. */
export const formatOperator = (op: Verb, type: ValueType, language: Language): string => {
  const phrases = phrasesByLanguage[language]
  if (type === 'day' && isComparison(op)) return dayPhrases[language][op]
  if (type === 'list' && (op === '=' || op === 'in')) return phrases.contains
  if (type === 'list' && (op === '<>' || op === 'not in')) return phrases['contains not']
  return phrases[op]
}

/** Builds the formatter of operands: labels of fields and values, days as dd/MM/yyyy. */
const buildOperandFormatter = ({ language, findLabel }: DescribeOptions) => {
  const phrases = phrasesByLanguage[language]
  const label = (name: FieldName): string => quote(getField(name).label[language], language)
  const value = (scalar: Scalar, type: ValueType, table?: ReferenceTable): string => {
    if (typeof scalar === 'boolean') return scalar ? phrases.yes : phrases.no
    if (typeof scalar === 'number') return formatMeasurement(scalar, language)
    return type === 'day' ? formatDay(scalar) : quote((table && findLabel?.(table, scalar)) ?? scalar, language)
  }
  const analyte = (name: FieldName): string => quote((findAnalyteOfField(name) ?? getField(name)).label[language], language)
  const operand = (part: Operand, type: ValueType, table?: ReferenceTable): string => {
    if ('field' in part) return label(part.field)
    if ('missingReason' in part) return label(part.missingReason)
    if ('source' in part) return label(part.source)
    if ('newestResult' in part) return phrases.newestResult
    if ('previous' in part) return label(part.previous)
    if ('recordedOn' in part) return `${phrases.recordedOn} ${label(part.recordedOn)}`
    if ('results' in part) {
      const text = `${phrases[part.measure]} ${analyte(part.results)}`
      return part.measure === 'value' ? `${text} ${phrases['up to']} ${formatDay(part.day)}` : text
    }
    if ('value' in part) return value(part.value, type, table)
    return calls[language][part.call](part.args.map((arg) => operand(arg, getArgumentType(part.call, type), table)))
  }
  return { operand, value, analyte }
}

const isToday = (operand: Operand): boolean => 'call' in operand && operand.call === 'today'

const isNegative = (part: Expression): boolean => part.op === '<>' || part.op === 'not in' || part.op === 'not like'

/** The unit of a number that is compared with a field, for example ` g/dL`. */
const formatValueUnit = (left: Operand, right: Operand, language: Language): string => {
  const field = 'field' in left ? left.field : 'results' in left && left.measure === 'value' ? left.results : undefined
  return field !== undefined && 'value' in right ? formatFieldUnit(field, language) : ''
}

const formatFieldUnit = (name: FieldName, language: Language): string => {
  const { unit } = getField(name)
  return unit === undefined ? '' : ` ${formatUnit(unit, language)}`
}

/** Whether a branch is a negative condition and another branch includes missing values of its field. */
const includesMissing = (branches: readonly Expression[], branch: Expression): boolean =>
  isNegative(branch) &&
  branches.some((other) => other.op === 'is null' && 'field' in other.of && listExpressionFields(branch).join() === other.of.field)

/** Describes the expression of a filter or a rule in words, with labels of fields and values. */
export const describeExpression = (expression: Expression, options: DescribeOptions): string => {
  const phrases = phrasesByLanguage[options.language]
  const { operand, value, analyte } = buildOperandFormatter(options)
  const comparison = (op: Comparison, left: Operand, right: Operand): string => {
    if (op === '=' && 'missingReason' in left && 'value' in right && isMissingReason(right.value))
      return `${operand(left, 'text')} ${phrases['missing because']} ${quote(missingReasonLabels[right.value][options.language], options.language)}`
    const [type, table] = [findCommonType(left, right), findReferenceTable(left, right)]
    const [first, second] = [operand(left, type, table), operand(right, type, table)]
    if (op === '<' && findPeriod(right)) return `${first} ${phrases['older than']} ${second}`
    if (op === '=' && type === 'truth' && 'value' in right) return `${first}: ${second}`
    // A day compared with another field has no article before it.
    const verb = type === 'day' && !('value' in right) ? phrases[op] : formatOperator(op, type, options.language)
    return `${first} ${verb} ${second}${formatValueUnit(left, right, options.language)}`
  }
  const range = ({ of, from, to }: Range): string => {
    const type = findCommonType(of, from, to)
    const period = findPeriod(from)
    if (period && isToday(to)) return `${operand(of, type)} ${phrases['in the last']} ${formatLength(period, options.language)}`
    const article = type === 'day' && options.language === 'it' ? 'il ' : ''
    const [low, high] = [from, to].map((limit) => `${'value' in limit ? article : ''}${operand(limit, type)}`)
    return `${operand(of, type)} ${phrases.between} ${low} ${phrases.and} ${high}${formatValueUnit(of, to, options.language)}`
  }
  const isGroup = (part: Expression): boolean => (part.op === 'and' || part.op === 'or') && !findRange(part)
  const membership = (op: 'in' | 'not in', left: Operand, values: readonly Scalar[]): string => {
    const type = findCommonType(left)
    const items = values.map((item) => value(item, type, findReferenceTable(left)))
    const most = items.slice(0, -1).join(', ')
    return `${operand(left, type)} ${formatOperator(op, type, options.language)} ${[most, ...items.slice(-1)].filter(Boolean).join(` ${phrases.either} `)}`
  }
  const nested = (part: Expression, _at: number, all: readonly Expression[]): string =>
    all.length > 1 && isGroup(part) ? `(${clause(part)})` : clause(part)
  const clause = (part: Expression): string => {
    const text = plainClause(part)
    return options.missing && isNegative(part) ? `${text} ${phrases['missing out']}` : text
  }
  const plainClause = (part: Expression): string => {
    switch (part.op) {
      case 'and': {
        const between = findRange(part)
        return between ? range(between) : part.of.map(nested).join(` ${phrases[part.op]} `)
      }
      case 'or':
        return part.of
          .map((branch, at, all) => (includesMissing(all, branch) ? plainClause(branch) : nested(branch, at, all)))
          .join(` ${phrases[part.op]} `)
      case 'not':
        return `${phrases.not} ${isGroup(part.of) ? `(${clause(part.of)})` : clause(part.of)}`
      case 'in':
      case 'not in':
        return membership(part.op, part.left, part.values)
      case 'like':
      case 'not like':
        return `${operand(part.left, 'text')} ${phrases[part.op]} ${quote(part.pattern, options.language)}`
      case 'any result': {
        const values = part.values.map((item) => value(item, 'number')).join(` ${phrases.and} `)
        return `${phrases[part.op]} ${analyte(part.results)} ${phrases[part.is]} ${values}${formatFieldUnit(part.results, options.language)}`
      }
      case 'is null':
      case 'is not null':
        if (part.op === 'is null' && 'results' in part.of && part.of.measure === 'months')
          return `${phrases['no result']} ${analyte(part.of.results)}`
        return `${operand(part.of, findCommonType(part.of))} ${phrases[part.op]}`
      default:
        return comparison(part.op, part.left, part.right)
    }
  }
  return clause(expression)
}
