import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { z } from 'zod'
import { connect, type Database } from '@registry/db/connect'
import { serverRole } from '@registry/db/roles'
import { compareLedger, startWriters, type Writers } from '@registry/server/testing/writers'
import { startCluster, type Cluster } from '../cluster/start-cluster.ts'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'
import type { Drill, Figures } from './drill.ts'

const host = '127.0.0.1'
const manifest = z.object({ version: z.string() })

const runOrFail = async (command: string, args: readonly string[], cwd = root): Promise<string> => {
  const { code, output } = await run(command, args, { cwd })
  if (code !== 0) throw new Error(output)
  return output.trim()
}

/** Finds the commit of the last release, which added its migrations to the released ones. Not every clone has the tags. */
const findLastRelease = async (): Promise<{ readonly commit: string; readonly version: string }> => {
  const commit = await runOrFail('git', ['log', '-1', '--format=%H', '--', 'packages/db/released-migrations.json'])
  const { version } = manifest.parse(JSON.parse(await runOrFail('git', ['show', `${commit}:package.json`])))
  return { commit, version }
}

/** The sources of a release, with its packages. */
const unpackRelease = async (commit: string, directory: string): Promise<void> => {
  mkdirSync(directory)
  const file = `${directory}.tar`
  await runOrFail('git', ['archive', '--output', file, commit])
  await runOrFail('tar', ['-xf', file, '-C', directory])
  await runOrFail('npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline'], directory)
}

/** The functions that a server may call, with their parameters. Those of the release stay while its servers run. */
const listFunctions = async (owner: Database): Promise<readonly string[]> => {
  const rows = await owner<{ name: string }[]>`
    SELECT oid::regprocedure::text AS name FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND has_function_privilege(${serverRole}, oid, 'EXECUTE')`
  return rows.map(({ name }) => name)
}

const readAlways = ({ url }: Cluster) => {
  let stopped = false
  const reads = { done: 0, failed: 0 }
  const work = (async () => {
    while (!stopped) {
      const isAnswered = await fetch(`${url}/api/health/ready`).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      )
      reads.done += 1
      if (!isAnswered) reads.failed += 1
    }
  })()
  return {
    reads,
    stop: async (): Promise<void> => {
      stopped = true
      await work
    },
  }
}

export const upgrade: Drill = {
  name: 'upgrade',
  description: 'Two servers of the last release are replaced one after the other, while eight people write and one reads.',
  steps: async (step) => {
    await using stack = new AsyncDisposableStack()
    const directory = mkdtempSync(join(tmpdir(), 'drill-'))
    chmodSync(directory, 0o755)
    stack.defer(() => rmSync(directory, { recursive: true, force: true }))
    const { commit, version } = await findLastRelease()
    const release = join(directory, 'release')
    await unpackRelease(commit, release)
    const port = await getPort({ host })
    const cluster = stack.use(
      await startCluster({ servers: 2, standbys: 0, directory: join(directory, 'cluster'), port, sources: release }),
    )
    const [first, second] = cluster.servers
    if (!first || !second) throw new Error('there are not two servers')
    const owner = connect(String(cluster.environment['DATABASE_OWNER_URL']), { max: 1 })
    stack.defer(() => owner.end({ timeout: 0 }))
    const writers: Writers = await startWriters(owner, { port, host: new URL(String(cluster.environment['STAFF_ORIGIN'])).host })
    stack.defer(() => writers.stop())
    const reader = readAlways(cluster)
    stack.defer(() => reader.stop())
    await writers.nextWrite()

    /** Fails when a request failed since the start of the step. */
    const underLoad = async (work: () => Promise<unknown>): Promise<Figures> => {
      const before = writers.failures().length + reader.reads.failed
      const start = performance.now()
      await work()
      await writers.nextWrite()
      const failed = writers.failures().length + reader.reads.failed - before
      if (failed > 0) throw new Error(`failed requests ${failed}: ${writers.failures().join(', ')}`)
      return { 'failed requests': failed, seconds: Math.round((performance.now() - start) / 1000) }
    }
    const replace = (server: typeof first, sources: string) => async (): Promise<void> => {
      // Release 0.2.0 closes its port at once, so the balancer must know before.
      cluster.balancer.drain(server.port)
      await server.stop()
      await server.start(sources)
      cluster.balancer.drain(undefined)
    }
    const migrate = async (sources: string): Promise<void> => {
      const { code, output } = await run(process.execPath, [join(sources, 'apps/server/src/cli/main.ts'), 'migrate'], {
        env: cluster.environment,
      })
      if (code !== 0) throw new Error(output)
    }
    const functions = await listFunctions(owner)
    await step(`migrate the database of ${version} while its two servers run`, () => underLoad(() => migrate(root)))
    await step(`the functions of ${version} have stayed`, async () => {
      const now = await listFunctions(owner)
      const gone = functions.filter((name) => !now.includes(name))
      if (gone.length > 0) throw new Error(gone.join(', '))
      return { functions: functions.length, new: now.length - functions.length }
    })
    await step('the second server is new', () => underLoad(replace(second, root)))
    await step('the first server is new', () => underLoad(replace(first, root)))
    await step(`${version} migrates nothing back, and the second server is ${version} again`, () =>
      underLoad(async () => {
        await migrate(release)
        await replace(second, release)()
      }),
    )
    await step('nothing acknowledged is lost', async () => {
      await reader.stop()
      await writers.stop()
      const { acknowledged, lost, stored, entries } = await compareLedger(owner, writers)
      if (lost > 0 || entries !== stored) throw new Error(`lost ${lost}, stored ${stored}, audit entries ${entries}`)
      const failed = writers.failures().length + reader.reads.failed
      return { acknowledged, lost, 'audit entries': entries, reads: reader.reads.done, 'failed requests': failed }
    })
    await step('the audit chain and the consents verify', async () => {
      const { code, output } = await run(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), 'verify'], {
        env: cluster.environment,
      })
      if (code !== 0) throw new Error(output)
    })
  },
}
