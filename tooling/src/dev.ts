import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { startEmbedded } from '@registry/db/embedded'
import { readEnv, type Env, type Source } from '@registry/server/app/env'
import { handleExit } from '@registry/server/app/exit'
import { checkStart } from '@registry/server/app/check-start'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { readOrCreateKey } from '@registry/server/auth/secret-key'
import { formatStartFailure } from '@registry/server/app/start-failure'
import { listAccountLines } from './demo/accounts.ts'
import { loadDemoOnce } from './demo/load-once.ts'
import { readDemoOptions } from './demo/options.ts'
import { removeData } from './demo/remove-data.ts'
import { databaseVariables, devVariables } from './dev/environment.ts'
import { root } from './repository.ts'
import { handleHelp } from './run/help.ts'
import { stopChild } from './run/stop-child.ts'

type Part = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Source
}

/** Node keeps the compiled modules there, so that a restart loads them faster. */
const compileCache = join(root, 'node_modules/.cache/dev-server')

/** The processes of the development server. The tool of each part restarts or updates it when a source changes. */
const listParts = (env: Env, variables: Source): readonly Part[] => {
  const vite = (app: 'staff' | 'myconsent', origin: string): Part => ({
    command: join(root, 'apps', app, 'node_modules/.bin/vite'),
    args: ['--host', '127.0.0.1', '--port', new URL(origin).port, '--strictPort', '--clearScreen', 'false'],
    cwd: join(root, 'apps', app),
    env: { API_ORIGIN: `http://127.0.0.1:${env.PORT}` },
  })
  return [
    {
      command: process.execPath,
      args: ['--watch', '--watch-preserve-output', 'apps/server/src/app/main.ts'],
      cwd: root,
      env: { ...variables, NODE_COMPILE_CACHE: compileCache },
    },
    vite('staff', env.STAFF_ORIGIN),
    vite('myconsent', env.MYCONSENT_ORIGIN),
  ]
}

/** A server with a configured database needs keys. They are those of a demonstration in the same directory. */
const readKeys = async (dataDir: string): Promise<Source> => ({
  SECRET_KEY: await readOrCreateKey(dataDir, 'secret.key'),
  RECEIPT_KEY: await readOrCreateKey(dataDir, 'receipt.key'),
})

const startPart = ({ command, args, cwd, env }: Part): ChildProcess =>
  spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })

/**
 * `pnpm dev`: the embedded database with the demonstration data, the server, and both apps with hot replacement. The server restarts when
 * its sources change, and the database keeps running. A change of the schema needs a new `pnpm dev`.
 * The options are those of `pnpm demo`.
 */
const main = async (): Promise<void> => {
  handleHelp('pnpm dev [--fresh] [--patients 600]')
  process.chdir(root)
  const { fresh, patients } = readDemoOptions(process.argv.slice(2))
  const variables = devVariables(process.env)
  const env = readEnv(variables)
  await checkStart(env)
  if (fresh) await removeData(env)
  const embedded = await startEmbedded({ dataDir: join(env.DATA_DIR, 'database') })
  await prepareDatabase(embedded.owner, env)
  await loadDemoOnce(embedded.owner, patients)
  const children = listParts(env, { ...variables, ...databaseVariables(embedded.server), ...(await readKeys(env.DATA_DIR)) }).map(startPart)
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopChild))
    await embedded.stop()
  }
  const exit = handleExit({ stop, databaseEnded: embedded.ended, report: (...problem) => console.error(...problem) })
  for (const child of children) {
    child.on('error', (error) => {
      console.error(error.message)
      exit(1)
    })
    child.on('exit', () => exit(1))
  }
  console.log(listAccountLines().join('\n'))
  console.log(`Development  staff ${env.STAFF_ORIGIN}  patients ${env.MYCONSENT_ORIGIN}  API http://127.0.0.1:${env.PORT}/api`)
}

await main().catch((error: unknown) => {
  console.error(formatStartFailure(error))
  process.exit(1)
})
