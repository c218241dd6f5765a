import { listMetricNames } from '@registry/server/app/metrics'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readSource } from '../repository.ts'

const read = (file: string): string => readSource(`infra/monitoring/${file}`).text

const Rule = z.strictObject({
  alert: z.string().regex(/^Registry[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})
const Rules = z.strictObject({ groups: z.tuple([z.strictObject({ name: z.literal('registry'), rules: z.array(Rule) })]) })
const [{ rules }] = Rules.parse(parse(read('alerts.yaml'))).groups

const Dashboard = z.object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
const { panels } = Dashboard.parse(JSON.parse(read('dashboard.json')))

const manual = readSource('docs/operations.md').text
const known = new Set(['up', ...(await listMetricNames())])

/** The names of an expression that look like metrics, without labels and functions. */
const listNames = (expr: string): string[] =>
  expr
    .replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|on|without) \([^)]*\)/g, '')
    .match(/\b[a-z]\w*_\w+\b(?! ?\()|\bup\b/g)
    ?.filter((name) => name !== 'histogram_quantile') ?? []

test.each([
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
])('REQ-OPS-22: %s reads metrics that exist: %s', (_name, expr) => {
  const names = listNames(expr)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('an expression with an unknown metric is found', () => {
  expect(listNames('max by (name) (registry_job_age - 3 * registry_x{kind="a_b"}) > 900').filter((name) => !known.has(name))).toEqual([
    'registry_job_age',
    'registry_x',
  ])
})

test.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
  'REQ-OPS-22: the runbook of %s exists',
  (alert, runbook) => {
    const [, anchor = ''] = /^docs\/operations\.md#(\w+)$/.exec(runbook) ?? []
    const [section = ''] = manual.split('\n#### ').filter((text) => text.split('\n', 1).join('').toLowerCase() === anchor)
    expect(section.split('\n', 1).join('') === alert || section.includes(`\`${alert}\``), section).toBe(true)
    expect(section).toMatch(/\*\*Tell\*\*: /)
    expect(section).toMatch(/\n1\. [^]*\nIt worked when /)
  },
)

test('the tests of the rules have each alert', () => {
  const tested = [...read('alerts.test.yaml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect(new Set(tested)).toEqual(new Set(rules.map(({ alert }) => alert)))
})

test('servers, Prometheus and manifests name the same port', () => {
  const port = /METRICS_PORT: '(\d+)'/.exec(readSource('infra/compose.yaml').text)?.[1]
  expect(read('prometheus.yaml')).toContain(`port: ${port}`)
  expect(readSource('infra/kubernetes/base/server.yaml').text).toMatch(
    new RegExp(`name: metrics\\n +containerPort: ${port}\\n[^]*METRICS_PORT\\n +value: '${port}'`),
  )
})
