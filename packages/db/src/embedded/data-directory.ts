import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommandLine, type Launch } from './launch.ts'

const majorVersion = '18'
export const superuser = 'postgres'

/** Creates a directory that only the database user can enter. */
export const createPrivateDirectory = (directory: string, launch: Launch): void => {
  mkdirSync(directory, { recursive: true })
  if (launch.owner) chownSync(directory, launch.owner.uid, launch.owner.gid)
  chmodSync(directory, 0o700)
}

/** @throws for the data of another major version of Postgres */
export const checkMajorVersion = (directory: string): void => {
  const found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (found !== majorVersion)
    throw new Error(`${directory} has data of Postgres ${found}, but this is Postgres ${majorVersion}: move the data with pg_dump`)
}

/** Creates a missing database cluster. A rename makes it appear complete. */
export const initialise = (directory: string, launch: Launch): void => {
  if (existsSync(join(directory, 'PG_VERSION'))) return checkMajorVersion(directory)
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  createPrivateDirectory(unfinished, launch)
  const [program, args] = buildCommandLine(launch, [
    launch.binaries.initdb,
    '-D',
    unfinished,
    '-U',
    superuser,
    '-E',
    'UTF8',
    '--auth=trust',
    '--no-instructions',
    '--locale=C.UTF-8',
    '--locale-provider=icu',
    '--icu-locale=it',
  ])
  const run = spawnSync(program, args, { ...launch.spawnAs, cwd: '/', encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`The database could not be created in ${directory}: ${run.error?.message ?? run.stderr.trim()}`)
  rmSync(directory, { recursive: true, force: true })
  renameSync(unfinished, directory)
}
