import { join } from 'node:path'
import { EnvError } from '@registry/server/env'
import { readDemoOptions, type DemoOptions } from './demo/options.ts'
import { handleExit } from '@registry/server/process/exit'
import { start } from '@registry/server/start'
import { listAccountLines } from './demo/accounts.ts'
import { demoEnvironment } from './demo/environment.ts'
import { loadDemoOnce } from './demo/load-once.ts'
import { removeData } from './demo/remove-data.ts'
import { root } from './repository.ts'
import { buildApps } from './run/build-apps.ts'
import { handleHelp } from './run/help.ts'

const fail = (error: unknown): never => {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (taken) console.error('PORT: another program listens there; choose another one, for instance PORT=8081')
  else console.error(error instanceof EnvError ? error.message : error)
  process.exit(1)
}

const readOptionsOrExit = (): DemoOptions => {
  try {
    return readDemoOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const main = async (): Promise<void> => {
  handleHelp('pnpm demo [--fresh] [--patients 600] [--built]')
  process.chdir(root)
  const options = readOptionsOrExit()
  const env = demoEnvironment(process.env)
  if (options.fresh) await removeData(env)
  if (!options.built) {
    console.log('Building the apps')
    await buildApps()
  }
  console.log('Starting the database and the server')
  const running = await start(env, { prepare: (owner) => loadDemoOnce(owner, options.patients) })
  const stop = (): Promise<void> => {
    console.log('Stopping')
    return running.stop()
  }
  handleExit({ stop, databaseEnded: running.databaseEnded, report: (...problem) => console.error(...problem) })
  console.log(listAccountLines().join('\n'))
  if (!env.SMTP_URL || !env.SMS_GATEWAY_URL) console.log(`  Mails and text messages are files in ${join(env.DATA_DIR, 'outbox')}`)
  console.log(`ready  staff ${env.STAFF_ORIGIN}  patients ${env.MYCONSENT_ORIGIN}`)
}

await main().catch(fail)
