import { readEnv } from './env.ts'
import { handleExit } from './exit.ts'
import { formatStartFailure } from './start-failure.ts'
import { start } from './start.ts'

try {
  const { stop, deps, port, metricsPort, databaseEnded } = await start(readEnv(process.env))
  handleExit({ stop, databaseEnded, report: (message, error) => deps.log.fatal({ err: error }, message) })
  deps.log.info({ port, ...(metricsPort && { metricsPort }), staff: deps.env.STAFF_ORIGIN, myconsent: deps.env.MYCONSENT_ORIGIN }, 'ready')
} catch (error) {
  process.stderr.write(`${formatStartFailure(error)}\n`)
  process.exit(1)
}
