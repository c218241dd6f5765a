import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '@registry/server/app/env'
import { start } from '@registry/server/app/start'
import { run } from '../run/command.ts'
import type { Drill, Figures } from './drill.ts'

const promtool = { promtool: 'apt install prometheus' }

const check = async (args: readonly string[]): Promise<string> => {
  const { code, output } = await run('promtool', args)
  if (code !== 0) throw new Error(`promtool ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** Reads the metrics of a server with its own database. */
const readMetrics = async (directory: string): Promise<string> => {
  const variables = { NODE_ENV: 'test', DATA_DIR: directory, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' }
  const server = await start(readEnv(variables))
  try {
    return await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  } finally {
    await server.stop()
  }
}

const checkMetrics = async (): Promise<Figures> => {
  const directory = await mkdtemp(join(tmpdir(), 'alerts-'))
  try {
    const text = await readMetrics(directory)
    const file = join(directory, 'metrics')
    await writeFile(file, text)
    const { code, output } = await run('sh', ['-c', 'promtool check metrics <"$0"', file])
    if (code !== 0) throw new Error(`promtool check metrics ended with ${code}: ${output}`)
    return { metrics: text.match(/^# TYPE /gm)?.length ?? 0, lines: text.split('\n').length }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export const alerts: Drill = {
  name: 'alerts',
  description: 'The metrics of a server, the rules of the alerts and the configuration of Prometheus, as promtool reads them',
  steps: async (step) => {
    await step('promtool check metrics', checkMetrics, promtool)
    await step(
      'promtool check config',
      async () => {
        const output = await check(['check', 'config', 'infra/monitoring/prometheus.yaml'])
        return { rules: Number(/(\d+) rules found/.exec(output)?.[1]) }
      },
      promtool,
    )
    await step(
      'promtool test rules',
      async () => {
        await check(['test', 'rules', 'infra/monitoring/alerts.test.yaml'])
      },
      promtool,
    )
  },
}
