import type { Variable } from './variables.ts'

/** A text for Stata in compound quotes. Grave accents and dollar signs would begin a macro. */
const quote = (text: string): string =>
  `\`"${text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('`', "'")
    .replaceAll('$', 'USD')
    .replaceAll('"', "'")}"'`

/** Stata encodes texts as numbers from 1, in the order of the codes, then gives each number its label. A code without a label remains. */
const formatChoice = ({ name, values }: Variable): string[] => {
  const set = `${name}_values`.slice(0, 32)
  const define = (texts: readonly string[], option: string): string[] =>
    texts.map((text, index) => `label define ${set} ${index + 1} ${quote(text)}, ${option}`)
  return [
    `tostring ${name}, replace`,
    ...define(
      values.map(({ code }) => code),
      'add',
    ),
    `encode ${name}, generate(encoded_column) label(${set})`,
    `drop ${name}`,
    `rename encoded_column ${name}`,
    ...define(
      values.map(({ label }) => label),
      'modify',
    ),
  ]
}

const convert: Record<Variable['type'], (variable: Variable) => string[]> = {
  text: () => [],
  'long text': () => [],
  number: ({ name }) => [`destring ${name}, replace`],
  date: ({ name }) => [
    `generate double day_column = daily(${name}, "YMD")`,
    `drop ${name}`,
    `rename day_column ${name}`,
    `format ${name} %td`,
  ],
  boolean: formatChoice,
  choice: formatChoice,
}

/** Reads the data into Stata 14 or later. The header is skipped, because its first name follows the byte order mark. */
export const buildStataScript = (variables: readonly Variable[], comment: string): string =>
  [
    `* ${comment}`,
    'version 14',
    'import delimited using "data.csv", clear varnames(nonames) rowrange(2) delimiters(",") bindquotes(strict) stringcols(_all) encoding("UTF-8")',
    ...variables.map(({ name }, index) => `rename v${index + 1} ${name}`),
    ...variables.flatMap((variable) => convert[variable.type](variable)),
    ...variables.map(({ name, label }) => `label variable ${name} ${quote(label.slice(0, 80))}`),
    `order ${variables.map(({ name }) => name).join(' ')}`,
    '',
  ].join('\n')
