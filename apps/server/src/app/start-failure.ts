import { EnvError } from './env.ts'

type SystemError = Error & {
  readonly code: string
  readonly syscall?: string
  readonly path?: string
  readonly port?: number
  readonly address?: string
}
const isSystemError = (error: unknown): error is SystemError => error instanceof Error && 'code' in error && typeof error.code === 'string'

/** The reasons why a program cannot listen at its address. */
const listenFailures: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port }) => `PORT: another program listens on ${port}: stop it or choose another port, for instance PORT=8081`,
  EACCES: ({ port }) => `PORT: this user may not listen on ${port}: choose a port above 1023, for instance PORT=8080`,
  EADDRNOTAVAIL: ({ address }) => `HOST: ${address} is no address of this machine: use one of its addresses, for instance HOST=127.0.0.1`,
  ENOTFOUND: () => 'HOST: is no address of this machine: use one of its addresses, for instance HOST=127.0.0.1',
}

/** The reasons why a directory cannot be written. */
export const diskFailures: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is no directory',
  EEXIST: 'a part of the path is no directory',
  ENOENT: 'the directory does not exist and cannot be created',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** The reasons why the configured database is unusable, by the codes of the driver and of Postgres. */
const databaseFailures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no database answers there',
  ENOTFOUND: 'its host is unknown',
  CONNECT_TIMEOUT: 'the database does not answer',
  CONNECTION_DESTROYED: 'none of its hosts is a primary',
  '28P01': 'the database rejects user or password',
  '28000': 'the database rejects the user',
  '3D000': 'the database does not exist',
  '53100': 'the disk of the database is full',
  '25006': 'the database is read-only',
}

/** Describes a failure to reach or use the database; `undefined` for any other error. */
export const describeDatabaseFailure = (error: unknown): string | undefined => {
  const reason = isSystemError(error) ? databaseFailures[error.code] : undefined
  return isSystemError(error) && reason !== undefined ? `${reason} (${error.code})` : undefined
}

const firstLine = (text: string): string => text.trim().split('\n', 1).join('')

/** Describes in one line why a program did not start, and what to do (REQ-OPS-05). Operators need no stack trace. */
export const formatStartFailure = (error: unknown): string => {
  if (error instanceof EnvError) return error.message
  if (isSystemError(error)) {
    const listen = error.syscall === 'listen' || error.syscall === 'getaddrinfo' ? listenFailures[error.code] : undefined
    if (listen) return listen(error)
    const database = describeDatabaseFailure(error)
    if (database) return `DATABASE_URL: ${database}`
    const disk = diskFailures[error.code]
    if (disk && error.path) return `${error.path}: ${disk}`
  }
  return `The program could not start: ${error instanceof Error ? firstLine(error.message) : String(error)}`
}
