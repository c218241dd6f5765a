import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connect, type DatabaseAddress } from '@registry/db/connect'
import { freeDirectory, patience } from '@registry/db/embedded/predecessor'
import { loadDemo } from '@registry/db/seed/demo/load'
import { EnvError, type Env } from '@registry/server/env'
import { createHashing } from '@registry/server/auth/password-hashing'
import { readDemoOptions, type DemoOptions } from './demo/options.ts'
import { whenLaunchersEnd } from '@registry/server/launchers'
import { start, type Running } from '@registry/server/start'
import { accountLines } from './demo/accounts.ts'
import { demoEnvironment } from './demo/environment.ts'
import { root } from './repository.ts'
import { run } from './run/command.ts'

const fail = (error: unknown): never => {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (taken) console.error('PORT: another program listens there; choose another one, for instance PORT=8081')
  else console.error(error instanceof EnvError ? error.message : error)
  process.exit(1)
}

/** The database and the messages; what else stands in DATA_DIR is not the demonstration's. */
const beginAnew = async ({ DATA_DIR }: Env): Promise<void> => {
  const database = resolve(DATA_DIR, 'database')
  await freeDirectory(database, { ...patience, usedMs: 0 })
  for (const path of [database, join(DATA_DIR, 'outbox')]) await rm(path, { recursive: true, force: true })
}

/** Turbo keeps what a build gave for its sources: nothing is built twice. */
const buildApps = async (): Promise<void> => {
  console.log('Building the apps')
  const { code, output } = await run('turbo', ['run', 'build', '--concurrency=2', '--output-logs=errors-only'])
  if (code !== 0) throw new Error(`The apps could not be built:\n${output}`)
}

const hasPeople = async (owner: DatabaseAddress): Promise<boolean> => {
  const database = connect(owner, { max: 1 })
  try {
    const [found] = await database<{ people: boolean }[]>`SELECT EXISTS (SELECT FROM centre) AS people`
    return found?.people ?? false
  } finally {
    await database.end()
  }
}

const fill = async (owner: DatabaseAddress, { patients }: DemoOptions): Promise<void> => {
  if (await hasPeople(owner)) {
    if (patients !== undefined) console.log('The data of the first start stay; --fresh begins anew with --patients')
    return
  }
  console.log('Loading the demo data')
  await loadDemo(owner, {
    today: new Date().toISOString().slice(0, 10),
    hashSecret: createHashing().hashSecret,
    ...(patients !== undefined && { patients, onProgress: (loaded) => console.log(`  ${loaded} of ${patients} patients`) }),
  })
}

/** A terminal sends its signal to every process at once and pnpm passes it on: the second one must not cut the first one's work. */
const stopWhenAsked = ({ stop, databaseEnded }: Running): void => {
  let stopping = false
  const end = (): void => {
    if (stopping) return
    stopping = true
    console.log('Stopping')
    stop().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  whenLaunchersEnd(end)
  void databaseEnded.then(() => {
    if (!stopping) fail('The embedded database ended and does not start any more')
  })
}

const optionsOrExit = (): DemoOptions => {
  try {
    return readDemoOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const main = async (): Promise<void> => {
  process.chdir(root)
  const options = optionsOrExit()
  const env = demoEnvironment(process.env)
  if (options.fresh) await beginAnew(env)
  await buildApps()
  console.log('Starting the database and the server')
  const running = await start(env, { prepare: (owner) => fill(owner, options) })
  stopWhenAsked(running)
  console.log(accountLines().join('\n'))
  if (!env.SMTP_URL || !env.SMS_GATEWAY_URL) console.log(`  Mails and text messages are files in ${join(env.DATA_DIR, 'outbox')}`)
  console.log(`ready  staff ${env.STAFF_ORIGIN}  patients ${env.MYCONSENT_ORIGIN}`)
}

await main().catch(fail)
