import type { Finding, SourceFile } from '../repository.ts'

const folder = 'docs/decisions/'
export const decisionIndexPath = `${folder}README.md`
const recordStart = /^# (\d{4}) (.+)\n\n- Status: (proposed|accepted|superseded by \d{4})\n- Date: (\d{4}-\d{2}-\d{2})\n\n([\s\S]*)$/
const sections = ['Context', 'Decision', 'Reason', 'Cost']
const indexBlock = /<!-- index -->\n[\s\S]*?<!-- \/index -->/

const isRecord = ({ path }: SourceFile): boolean => path.startsWith(folder) && path !== decisionIndexPath

const findRecordProblems = ({ path, text }: SourceFile): readonly Finding[] => {
  const [, number = '', , , , body = ''] = recordStart.exec(text) ?? []
  const template = `follow the template of ${decisionIndexPath}`
  if (number === '') return [{ path, problem: 'does not start with number, title, status and date', remedy: template }]
  const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  return [
    path.startsWith(`${folder}${number}-`)
      ? []
      : [{ path, problem: `has number ${number} in its title and another one in its name`, remedy: 'rename the file' }],
    headings.join() === sections.join()
      ? []
      : [{ path, problem: `has the sections ${headings.join(', ')} instead of ${sections.join(', ')}`, remedy: template }],
  ].flat()
}

/** Returns decisions/README.md with the current index, one line per record. */
export const insertDecisionIndex = (readme: string, files: readonly SourceFile[]): string => {
  const lines = files.filter(isRecord).map(({ path, text }) => {
    const [, number = '', title = '', status = '', date = ''] = recordStart.exec(text) ?? []
    return `| ${number} | [${title}](${path.slice(folder.length)}) | ${status} | ${date} |`
  })
  const table = ['| number | decision | status | date |', '| --- | --- | --- | --- |', ...lines].join('\n')
  return readme.replace(indexBlock, () => `<!-- index -->\n${table}\n<!-- /index -->`)
}

/** Finds records that differ from the template, repeated numbers, and an outdated index. */
export const checkDecisions = (files: readonly SourceFile[]): Finding[] => {
  const records = files.filter(isRecord)
  const index = files.find(({ path }) => path === decisionIndexPath)
  const numbers = records.map(({ path }) => Number(path.slice(folder.length, folder.length + 4)))
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  return [
    ...records.flatMap(findRecordProblems),
    ...repeated.map((number) => ({
      path: folder,
      problem: `has more than one record with number ${number}`,
      remedy: 'give each record the next free number',
    })),
    ...(index && insertDecisionIndex(index.text, files) === index.text && indexBlock.test(index.text)
      ? []
      : [{ path: decisionIndexPath, problem: 'is not the index of the records', remedy: 'run `pnpm contract:print`' }]),
  ]
}

/** Finds citations such as `decision 0019` of records that do not exist. */
export const checkDecisionCitations = (files: readonly SourceFile[], numbers: ReadonlySet<number>): Finding[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? (\d{1,4})\b/gi)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([citation]) => ({ path, problem: `cites ${citation}, which does not exist`, remedy: `cite a record of ${folder}` })),
  )
