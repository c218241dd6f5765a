import { join } from 'node:path'
import { readDemoOptions } from './demo/options.ts'
import { handleExit } from '@registry/server/app/exit'
import { checkStart } from '@registry/server/app/check-start'
import { formatStartFailure } from '@registry/server/app/start-failure'
import { start } from '@registry/server/app/start'
import { listAccountLines } from './demo/accounts.ts'
import { demoEnvironment } from './demo/environment.ts'
import { loadDemoOnce } from './demo/load-once.ts'
import { removeData } from './demo/remove-data.ts'
import { root } from './repository.ts'
import { buildApps } from './run/build-apps.ts'
import { handleHelp } from './run/help.ts'

const fail = (error: unknown): never => {
  console.error(formatStartFailure(error))
  process.exit(1)
}

const main = async (): Promise<void> => {
  handleHelp('pnpm demo [--fresh] [--patients 600] [--built]')
  process.chdir(root)
  const options = readDemoOptions(process.argv.slice(2))
  const env = demoEnvironment(process.env)
  await checkStart(env)
  if (options.fresh) await removeData(env)
  if (!options.built) {
    console.log('Building the apps')
    await buildApps()
  }
  console.log('Starting the database and the server')
  const running = await start(env, { prepare: (owner) => loadDemoOnce(owner, options.patients, env) })
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
