import { countResults, type StepResult } from './run-drill.ts'

export type DrillRun = {
  readonly name: string
  readonly description: string
  /** Day, commit and machine. */
  readonly where: string
  readonly results: readonly StepResult[]
}

const head = `# Drills

The last run of each drill. \`pnpm drill <name>\` runs one and writes its figures here; see [development](development.md#drills).
`

const formatCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

export const formatCounts = (results: readonly StepResult[]): string => {
  const { passed, failed } = countResults(results)
  return `${passed} passed, ${failed} failed`
}

const formatSection = ({ name, description, where, results }: DrillRun): string => {
  const rows = results.map((result) => `| ${[result.name, result.outcome, result.figures].map(formatCell).join(' | ')} |`)
  return `## ${name}\n\n${description}\n\n${where}: ${formatCounts(results)}.\n\n| step | outcome | figures |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

/** Replaces the section of a drill in docs/drills.md. Sections are in the order of their names. */
export const replaceSection = (document: string, run: DrillRun): string => {
  const others = document
    .split(/^(?=## )/m)
    .slice(1)
    .filter((section) => !section.startsWith(`## ${run.name}\n`))
    .map((section) => `${section.trimEnd()}\n`)
  return [head, ...[...others, formatSection(run)].toSorted()].join('\n')
}
