import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startEmbedded } from '@registry/db/embedded'
import { migrate } from '@registry/db/migrate'
import { seedReference } from '@registry/db/seed/reference'
import { onLaunchersExit } from '@registry/server/launchers'
import { accountLines } from './demo/accounts.ts'
import { loadDemoOnce } from './demo/load-once.ts'
import { devEnvironment, databaseVariables } from './dev/environment.ts'
import { root } from './repository.ts'

type Part = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** The processes of the development server, each one restarted or updated by its own tool when a source changes. */
const parts = (env: ReturnType<typeof devEnvironment>, database: Readonly<Record<string, string>>): readonly Part[] => {
  const vite = (app: 'staff' | 'myconsent', origin: string): Part => ({
    command: join(root, 'apps', app, 'node_modules/.bin/vite'),
    args: ['--host', '127.0.0.1', '--port', new URL(origin).port, '--strictPort', '--clearScreen', 'false'],
    cwd: join(root, 'apps', app),
    env: { API_ORIGIN: `http://127.0.0.1:${env.PORT}` },
  })
  return [
    {
      command: process.execPath,
      args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
      cwd: root,
      env: { ...env, ...database },
    },
    vite('staff', env.STAFF_ORIGIN),
    vite('myconsent', env.MYCONSENT_ORIGIN),
  ]
}

const startPart = ({ command, args, cwd, env }: Part): ChildProcess =>
  spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })

const stopPart = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/**
 * `pnpm dev`: the embedded database with the demonstration data, the server restarted at each change of its sources, and both apps
 * with hot replacement. The database stays up while the server restarts; a change of the schema needs a new `pnpm dev`.
 */
const main = async (): Promise<void> => {
  process.chdir(root)
  const env = devEnvironment(process.env)
  const embedded = await startEmbedded({ dataDir: join(env.DATA_DIR, 'database') })
  await migrate(embedded.owner)
  await seedReference(embedded.owner, { staff_totp_required: 'false' })
  await loadDemoOnce(embedded.owner, undefined)
  const children = parts(env, databaseVariables(embedded.server)).map(startPart)
  let stopping = false
  const stop = (code: number): void => {
    if (stopping) return
    stopping = true
    Promise.all(children.map(stopPart))
      .then(() => embedded.stop())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  for (const child of children) {
    child.on('error', (error) => {
      console.error(error.message)
      stop(1)
    })
    child.on('exit', () => stop(1))
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  onLaunchersExit(() => stop(0))
  void embedded.ended.then(() => stop(1))
  console.log(accountLines().join('\n'))
  console.log(`Development  staff ${env.STAFF_ORIGIN}  patients ${env.MYCONSENT_ORIGIN}  API http://127.0.0.1:${env.PORT}/api`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
