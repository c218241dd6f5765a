import type { Variable } from './variables.ts'

/** SPSS cuts longer labels of values. */
const labelMax = 120

const quote = (text: string, max = 250): string =>
  `'${text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, max)
    .replaceAll("'", "''")}'`

const formats: Record<Variable['type'], string> = {
  text: 'A2000',
  'long text': 'A8000',
  number: 'F16.4',
  date: 'SDATE10',
  boolean: 'A5',
  choice: 'A80',
}

const formatValues = ({ name, values }: Variable): string[] =>
  values.length === 0
    ? []
    : [`VALUE LABELS ${name}`, ...values.map(({ code, label }) => `  ${quote(code)} ${quote(label, labelMax)}`), '  .']

/** Reads the data as a file of SPSS. An empty number or day is a system-missing value. */
export const buildSpssScript = (variables: readonly Variable[], comment: string): string =>
  [
    '* Encoding: UTF-8.',
    `* ${comment.replaceAll('.', '')}.`,
    'GET DATA /TYPE=TXT',
    "  /FILE='data.csv' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /DELIMITERS=',' /QUALIFIER='\"'",
    '  /VARIABLES=',
    ...variables.map(({ name, type }) => `    ${name} ${formats[type]}`),
    '  .',
    ...variables.map(({ name, label }) => `VARIABLE LABELS ${name} ${quote(label)}.`),
    ...variables.flatMap(formatValues),
    'EXECUTE.',
    '',
  ].join('\n')
