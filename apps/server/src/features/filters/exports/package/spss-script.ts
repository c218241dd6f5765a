import { quoteForScript } from './quote.ts'
import type { Variable } from './variables.ts'

/** The longest labels in SPSS, in bytes. It cuts longer ones, even inside a character. */
const labelMax = { variable: 255, value: 120 } as const

const formatType = ({ type, bytes }: Variable): string => {
  if (type === 'number') return 'F16.4'
  if (type === 'date') return 'SDATE10'
  return type === 'boolean' ? 'A5' : `A${bytes}`
}

const formatValues = ({ scriptName, values }: Variable): string[] =>
  values.length === 0
    ? []
    : [
        `VALUE LABELS ${scriptName}`,
        ...values.map(({ code, label }) => `  ${quoteForScript(code)} ${quoteForScript(label, labelMax.value)}`),
        '  .',
      ]

/** Reads the data as a file of SPSS or PSPP, whatever decimal sign the session has. An empty number or day is a system-missing value. */
export const buildSpssScript = (variables: readonly Variable[], comment: string): string =>
  [
    '* Encoding: UTF-8.',
    `* ${comment.replaceAll('.', '')}.`,
    'PRESERVE.',
    'SET DECIMAL=DOT.',
    'GET DATA /TYPE=TXT',
    "  /FILE='data.csv' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /DELIMITERS=',' /QUALIFIER='\"'",
    '  /VARIABLES=',
    ...variables.map((variable) => `    ${variable.scriptName} ${formatType(variable)}`),
    '  .',
    ...variables.map(({ scriptName, label }) => `VARIABLE LABELS ${scriptName} ${quoteForScript(label, labelMax.variable)}.`),
    ...variables.flatMap(formatValues),
    'EXECUTE.',
    'RESTORE.',
    '',
  ].join('\n')
