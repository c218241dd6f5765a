import { inspect } from 'node:util'
import { EnvError, readEnv } from './env.ts'
import { onLaunchersExit } from './launchers.ts'
import { start, type Running } from './start.ts'

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof EnvError ? error.message : inspect(error)}\n`)
  process.exit(1)
}

/** Signals end the process cleanly; an error that nothing caught ends it too, and its supervisor starts it again. */
const run = async ({ stop, deps, port, databaseEnded }: Running): Promise<void> => {
  let stopping = false
  const end = (code: number): void => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        deps.log.error({ err: error }, 'the process did not stop cleanly')
        process.exit(1)
      },
    )
  }
  // A terminal sends its signal to every process at once and pnpm passes it on: the second one must not cut the first one's work.
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  onLaunchersExit(() => end(0))
  process.on('uncaughtException', (error) => {
    deps.log.fatal({ err: error }, 'an error was not caught')
    end(1)
  })
  deps.log.info({ port, staff: deps.env.STAFF_ORIGIN, myconsent: deps.env.MYCONSENT_ORIGIN }, 'ready')
  await databaseEnded
  if (stopping) return
  deps.log.fatal('the embedded database ended and does not start any more')
  end(1)
}

try {
  await run(await start(readEnv(process.env)))
} catch (error) {
  fail(error)
}
