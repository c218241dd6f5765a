import { environmentExample, environmentTable } from '@registry/server/app/env'
import { metricsTable } from '@registry/server/app/metrics'
import { loadMessages } from '@registry/server/shared/messages'
import { clinicalRulesPath, printClinicalRules } from './clinical-rules/print.ts'
import { contractPath, printContract } from './contract/print.ts'
import { readSource, readSources } from './repository.ts'

/** Prints docs/clinical-rules.md with the English messages. */
const currentClinicalRules = async (): Promise<string> => {
  const { formatError } = await loadMessages()
  return printClinicalRules((code) => formatError({ code }, 'en'))
}

const operationsPath = 'docs/operations.md'
const decisions = 'docs/decisions/'
const decisionIndexPath = `${decisions}README.md`

/** Replaces the text between the comments `<!-- name -->` and `<!-- /name -->`. */
const insertBlock = (text: string, name: string, block: string): string =>
  text.replace(new RegExp(`<!-- ${name} -->\\n[\\s\\S]*?<!-- /${name} -->`), () => `<!-- ${name} -->\n${block}\n<!-- /${name} -->`)

const printDecisionIndex = (): string => {
  const rows = readSources(/^docs\/decisions\/\d/).map(({ path, text }) => {
    const [, number, title, status, date] = /^# (\d{4}) (.+)\n\n- Status: (.+)\n- Date: (.+)\n/.exec(text) ?? []
    return `| ${number} | [${title}](${path.slice(decisions.length)}) | ${status} | ${date} |`
  })
  return ['| number | decision | status | date |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** The rules of the alerts for the Prometheus operator. */
const printAlertManifest = (): string => {
  const head = `# \`pnpm contract:print\` writes this file from infra/monitoring/alerts.yaml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: registry
spec:
`
  return head + readSource('infra/monitoring/alerts.yaml').text.replaceAll(/^(?=.)/gm, '  ')
}

/** Returns the files that are made from the code, by path. */
export const printFiles = async (): Promise<Readonly<Record<string, string>>> => ({
  [clinicalRulesPath]: await currentClinicalRules(),
  [contractPath]: printContract(),
  '.env.example': environmentExample(),
  'infra/kubernetes/base/alerts.yaml': printAlertManifest(),
  [operationsPath]: insertBlock(
    insertBlock(readSource(operationsPath).text, 'environment', environmentTable()),
    'metrics',
    await metricsTable(),
  ),
  [decisionIndexPath]: insertBlock(readSource(decisionIndexPath).text, 'index', printDecisionIndex()),
})
