import { quoteForScript } from './quote.ts'
import type { Variable } from './variables.ts'

/** Format names end with a letter in SAS. */
const formatName = (index: number): string => `$values${index}_f`

const formatInformat = ({ type, bytes }: Variable): string => {
  if (type === 'number') return 'best32.'
  if (type === 'date') return 'yymmdd10.'
  return type === 'boolean' ? '$5.' : `$${bytes}.`
}

/** Reads the data as the SAS data set `registry`, in a session with UTF-8. */
export const buildSasScript = (variables: readonly Variable[], comment: string): string => {
  const labelled = variables.flatMap((variable, index) => (variable.values.length > 0 ? [{ ...variable, index }] : []))
  return [
    `/* ${comment} */`,
    'proc format;',
    ...labelled.flatMap(({ index, values }) => [
      `  value ${formatName(index)}`,
      ...values.map(({ code, label }) => `    ${quoteForScript(code)} = ${quoteForScript(label)}`),
      '    ;',
    ]),
    'run;',
    'data registry;',
    "  infile 'data.csv' dsd dlm=',' firstobs=2 encoding='utf-8' lrecl=1048576 truncover termstr=crlf;",
    ...variables.map((variable) => `  informat ${variable.scriptName} ${formatInformat(variable)};`),
    ...variables.flatMap(({ scriptName, type }) => (type === 'date' ? [`  format ${scriptName} yymmdd10.;`] : [])),
    ...labelled.map(({ scriptName, index }) => `  format ${scriptName} ${formatName(index)}.;`),
    ...variables.map(({ scriptName, label }) => `  label ${scriptName} = ${quoteForScript(label)};`),
    `  input ${variables.map(({ scriptName }) => scriptName).join(' ')};`,
    'run;',
    '',
  ].join('\n')
}
