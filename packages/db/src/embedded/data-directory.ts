import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, type Launch } from './launch.ts'

const major = '18'
export const superuser = 'postgres'

/** Makes a directory that belongs to the database's user alone. */
export const makePrivate = (directory: string, launch: Launch): void => {
  mkdirSync(directory, { recursive: true })
  if (launch.owner) chownSync(directory, launch.owner.uid, launch.owner.gid)
  chmodSync(directory, 0o700)
}

const checkMajor = (directory: string): void => {
  const found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (found !== major) throw new Error(`${directory} was made by Postgres ${found}, this is ${major}: move the data over with pg_dump`)
}

/** Makes a new cluster where there is none; it appears whole or not at all. */
export const initialise = (directory: string, launch: Launch): void => {
  if (existsSync(join(directory, 'PG_VERSION'))) return checkMajor(directory)
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  makePrivate(unfinished, launch)
  const [program, args] = commandLine(launch, [
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
  if (run.status !== 0) throw new Error(`The database could not be made in ${directory}: ${run.error?.message ?? run.stderr.trim()}`)
  rmSync(directory, { recursive: true, force: true })
  renameSync(unfinished, directory)
}
