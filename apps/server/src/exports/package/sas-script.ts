import type { Variable } from './variables.ts'

const quote = (text: string): string =>
  `'${text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 250)
    .replaceAll("'", "''")}'`

/** The name of a format ends with a letter in SAS. */
const formatName = (index: number): string => `$values${index}_f`

const informats: Record<Variable['type'], string> = {
  text: '$2000.',
  'long text': '$8000.',
  number: 'best32.',
  date: 'yymmdd10.',
  boolean: '$5.',
  choice: '$80.',
}

/** Reads the data as the SAS data set `registry`. Free texts keep 2,000 characters. */
export const buildSasScript = (variables: readonly Variable[], comment: string): string => {
  const labelled = variables.flatMap((variable, index) => (variable.values.length > 0 ? [{ ...variable, index }] : []))
  return [
    `/* ${comment} */`,
    'proc format;',
    ...labelled.flatMap(({ index, values }) => [
      `  value ${formatName(index)}`,
      ...values.map(({ code, label }) => `    ${quote(code)} = ${quote(label)}`),
      '    ;',
    ]),
    'run;',
    'data registry;',
    "  infile 'data.csv' dsd dlm=',' firstobs=2 encoding='utf-8' lrecl=1048576 truncover termstr=crlf;",
    ...variables.map(({ name, type }) => `  informat ${name} ${informats[type]};`),
    ...variables.flatMap(({ name, type }) => (type === 'date' ? [`  format ${name} yymmdd10.;`] : [])),
    ...labelled.map(({ name, index }) => `  format ${name} ${formatName(index)}.;`),
    ...variables.map(({ name, label }) => `  label ${name} = ${quote(label)};`),
    `  input ${variables.map(({ name }) => name).join(' ')};`,
    'run;',
    '',
  ].join('\n')
}
