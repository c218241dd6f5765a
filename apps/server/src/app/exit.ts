import { onLaunchersExit } from './launchers.ts'

export type ProcessParts = {
  stop(): Promise<void>
  /** Settles when the embedded database has ended. */
  readonly databaseEnded: Promise<void>
  /** Logs why the process ends with an error. */
  report(message: string, error?: unknown): void
}

/**
 * Stops the process once: at SIGTERM or SIGINT, an uncaught error, or the end of the package manager or database. Further signals do
 * nothing, because a terminal signals every process and pnpm passes its signal on.
 * @returns a function that stops the process with an exit code
 */
export const handleExit = ({ stop, databaseEnded, report }: ProcessParts): ((code: number) => void) => {
  let stopping = false
  const exit = (code: number): void => {
    if (stopping) return
    stopping = true
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        report('the process did not stop cleanly', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => exit(0))
  process.on('SIGINT', () => exit(0))
  onLaunchersExit(() => exit(0))
  process.on('uncaughtException', (error) => {
    report('an error was not caught', error)
    exit(1)
  })
  void databaseEnded.then(() => {
    if (stopping) return
    report('the embedded database ended')
    exit(1)
  })
  return exit
}
