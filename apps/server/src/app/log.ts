import { pino, type DestinationStream, type Logger } from 'pino'
import { processName } from '../shared/process-name.ts'

/**
 * Describes an error without data: its type, its codes and its stack frames. Messages are omitted, because they quote input: values in
 * Postgres, text in JSON, addresses in mail servers (THREAT-36).
 */
const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const known = Object.entries(error).filter(([key]) => ['code', 'constraint_name', 'table_name', 'routine', 'statusCode'].includes(key))
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
  return {
    type: error.name,
    ...Object.fromEntries(known),
    at: frames,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/**
 * Creates the log of the process: JSON lines with its name and version and with escaped control characters, without query and body of a
 * request (THREAT-36, THREAT-37).
 */
export const createLog = (level: string, version: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: { process: processName, version },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}
