import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Source } from '@registry/server/app/env'
import { stopChild } from '../run/stop-child.ts'

/** A server of the cluster. It can be stopped and started again, also with the sources of another release. */
export type ClusterServer = {
  readonly url: string
  readonly port: number
  readonly child: () => ChildProcess
  /** Starts the server of the given sources, with additional variables. Resolves when it is ready. */
  start(sources: string, additional?: Source): Promise<void>
  stop(): Promise<void>
}

type Options = { readonly port: number; readonly log: string; readonly variables: Source }

const launch = async (sources: string, { port, log, variables }: Options): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [join(sources, 'apps/server/src/app/main.ts')], {
    cwd: sources,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...variables, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log, { flags: 'a', mode: 0o600 })
  let last = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      last = line
      file.write(`${line}\n`)
      if (line.includes('"msg":"ready"')) ready.resolve()
    })
  child.once('error', ready.reject)
  child.once('exit', () => ready.reject(new Error(`A server did not start: ${last}`)))
  await ready.promise
  return child
}

export const createServer = (options: Options): ClusterServer => {
  let child: ChildProcess | undefined
  return {
    url: `http://127.0.0.1:${options.port}`,
    port: options.port,
    child: () => {
      if (!child) throw new Error('The server was not started')
      return child
    },
    start: async (sources, additional = {}) => {
      child = await launch(sources, { ...options, variables: { ...options.variables, ...additional } })
    },
    stop: async () => {
      if (child) await stopChild(child)
    },
  }
}
