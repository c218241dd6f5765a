import type { Variable } from './variables.ts'

/** A text for R. Control characters become blanks, because a script has one line for each column. */
const quote = (text: string): string =>
  `"${text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`

const list = (texts: readonly string[]): string => `c(${texts.map(quote).join(', ')})`

const formatValue = ({ name, type, values }: Variable): string => {
  const column = `registry[[${quote(name)}]]`
  const codes = values.map(({ code }) => code)
  const labels = values.map(({ label }) => label)
  const read: Record<Variable['type'], string> = {
    text: column,
    'long text': column,
    number: `as.numeric(${column})`,
    date: `as.Date(${column})`,
    boolean: `choice(${column}, ${list(codes)}, ${list(labels)})`,
    choice: `choice(${column}, ${list(codes)}, ${list(labels)})`,
  }
  return read[type]
}

/** Reads the data into the data frame `registry`: numbers, days, and factors with labels. A code without a label remains a level. */
export const buildRScript = (variables: readonly Variable[], comment: string): string =>
  [
    `# ${comment}`,
    '# source("read.R", encoding = "UTF-8")',
    'registry <- read.csv("data.csv", colClasses = "character", na.strings = "", check.names = FALSE, fileEncoding = "UTF-8-BOM")',
    'choice <- function(values, codes, labels) {',
    '  others <- setdiff(sort(unique(values)), codes)',
    '  factor(values, levels = c(codes, others), labels = c(labels, others))',
    '}',
    'described <- function(values, label) {',
    '  attr(values, "label") <- label',
    '  values',
    '}',
    ...variables.map((variable) => `registry[[${quote(variable.name)}]] <- described(${formatValue(variable)}, ${quote(variable.label)})`),
    '',
  ].join('\n')
