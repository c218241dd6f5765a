import { inspect } from 'node:util'
import { EnvError, readEnv } from './env.ts'
import { start, type Running } from './start.ts'

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof EnvError ? error.message : inspect(error)}\n`)
  process.exit(1)
}

/** Signals end the process cleanly; what nobody caught ends it too, and whoever runs it starts it again. */
const run = async ({ stop, deps, databaseEnded }: Running): Promise<void> => {
  const end = (code: number): void => {
    stop().then(
      () => process.exit(code),
      (error: unknown) => fail(error),
    )
  }
  process.once('SIGTERM', () => end(0))
  process.once('SIGINT', () => end(0))
  process.once('uncaughtException', (error) => {
    deps.log.fatal({ err: error }, 'an error was not caught')
    end(1)
  })
  deps.log.info({ staff: deps.env.STAFF_ORIGIN, myconsent: deps.env.MYCONSENT_ORIGIN }, 'ready')
  await databaseEnded
  deps.log.fatal('the embedded database ended')
  end(1)
}

try {
  await run(await start(readEnv(process.env)))
} catch (error) {
  fail(error)
}
