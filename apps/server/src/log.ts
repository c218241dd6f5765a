import { pino, type DestinationStream, type Logger } from 'pino'

/**
 * Of an error only what cannot hold data: its kind, its code and where it came from. Messages repeat what was typed: Postgres's
 * quote values, JSON's parser the text, the mail server's the address (THREAT-36).
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

/** The process's log: JSON lines, in which control characters are escaped, and of a request never its query or its body. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}
