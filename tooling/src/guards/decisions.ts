import type { Finding, SourceFile } from '../repository.ts'

const folder = 'docs/decisions/'
export const decisionIndexPath = `${folder}README.md`
const template = /^# (\d{4}) (.+)\n\n- Status: (proposed|accepted|superseded by \d{4})\n- Date: (\d{4}-\d{2}-\d{2})\n\n([\s\S]*)$/
const sections = ['Context', 'Decision', 'Reason', 'Cost']
const indexBlock = /<!-- index -->\n[\s\S]*?<!-- \/index -->/

const isRecord = ({ path }: SourceFile): boolean => path.startsWith(folder) && path !== decisionIndexPath

const findRecordProblems = ({ path, text }: SourceFile): readonly string[] => {
  const [, number = '', , , , body = ''] = template.exec(text) ?? []
  if (number === '') return ['does not start with number, title, status and date like the template']
  const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  return [
    path.startsWith(`${folder}${number}-`) ? [] : [`has number ${number} in its title and another one in its name`],
    headings.join() === sections.join() ? [] : [`has the sections ${headings.join(', ')} instead of ${sections.join(', ')}`],
  ].flat()
}

/** Returns decisions/README.md with the current index, one line per record. */
export const insertDecisionIndex = (readme: string, files: readonly SourceFile[]): string => {
  const lines = files.filter(isRecord).map(({ path, text }) => {
    const [, number = '', title = '', status = '', date = ''] = template.exec(text) ?? []
    return `| ${number} | [${title}](${path.slice(folder.length)}) | ${status} | ${date} |`
  })
  const table = ['| number | decision | status | date |', '| --- | --- | --- | --- |', ...lines].join('\n')
  return readme.replace(indexBlock, () => `<!-- index -->\n${table}\n<!-- /index -->`)
}

/** Finds records that differ from the template, missing or repeated numbers, and an outdated index. */
export const checkDecisions = (files: readonly SourceFile[]): Finding[] => {
  const records = files.filter(isRecord)
  const index = files.find(({ path }) => path === decisionIndexPath)
  const numbers = records.map(({ path }) => Number(path.slice(folder.length, folder.length + 4)))
  const gaps = records.map((_, position) => position + 1).filter((number) => numbers.filter((one) => one === number).length !== 1)
  return [
    ...records.flatMap((file) => findRecordProblems(file).map((problem) => ({ path: file.path, problem }))),
    ...gaps.map((number) => ({ path: folder, problem: `has not exactly one record with number ${number}: use the next free number` })),
    ...(index && insertDecisionIndex(index.text, files) === index.text && indexBlock.test(index.text)
      ? []
      : [{ path: decisionIndexPath, problem: 'is not the index of the records: run `pnpm contract:print`' }]),
  ]
}

/** Finds citations such as `decision 0019` of records that do not exist. */
export const checkDecisionCitations = (files: readonly SourceFile[], numbers: ReadonlySet<number>): Finding[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d{1,4})\b/gi)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([citation]) => ({ path, problem: `cites ${citation}, which does not exist` })),
  )
