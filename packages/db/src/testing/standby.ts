import { appendFile, chown, copyFile, readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { connect, type Database } from '../connect.ts'
import { startPostgres, type Embedded, type EmbeddedOptions } from '../embedded.ts'
import { createPrivateDirectory } from '../embedded/data-directory.ts'
import { chooseLaunch, type Launch } from '../embedded/launch.ts'

/** Settings of a primary with standbys. The log that is kept covers the time of a copy. */
export const primarySettings = { wal_level: 'replica', max_wal_senders: '10', wal_keep_size: '1GB' } as const

const withSuperuser = async <T>({ superuser }: Pick<Embedded, 'superuser'>, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = connect({ ...superuser, database: 'postgres' }, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.end({ timeout: 5 })
  }
}

/** A copy has the settings of its primary. Alone, it must not wait for standbys. */
const alone = { synchronous_standby_names: '' } as const

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
const chooseLaunchFor = (directory: string): Launch => chooseLaunch(dirname(resolve(directory)))
const emptied = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_subtrans', 'pg_serial', 'pg_snapshots', 'pg_dynshmem'])
const ofProcess = /^(?:postmaster\.|\.s\.PGSQL\.)/

const own = async (path: string, { owner }: Launch): Promise<void> => {
  if (owner) await chown(path, owner.uid, owner.gid)
}

/** Files can disappear during a copy. The write-ahead log then has their end. */
const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

const copyDirectory = async (from: string, to: string, launch: Launch, isEmptied: (name: string) => boolean): Promise<void> => {
  createPrivateDirectory(to, launch)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && isEmptied(entry.name)) createPrivateDirectory(target, launch)
    else if (entry.isDirectory()) await copyDirectory(source, target, launch, () => false)
    else if (entry.isFile() && !ofProcess.test(entry.name))
      await copyFile(source, target)
        .then(() => own(target, launch))
        .catch(ignoreMissing)
  }
}

const writeOwn = async (path: string, text: string, launch: Launch): Promise<void> => {
  await appendFile(path, text)
  await own(path, launch)
}

const writeSettings = (dataDir: string, settings: Readonly<Record<string, string>>, launch: Launch): Promise<void> => {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}\n`)
  return writeOwn(join(dataDir, 'postgresql.auto.conf'), lines.join(''), launch)
}

/**
 * Makes a base backup of a running database with the low-level interface, because the embedded programs have no pg_basebackup. With an
 * archive it resolves when the archive has all that the copy needs.
 */
export const copyDatabase = (primary: Pick<Embedded, 'superuser' | 'dataDir'>, dataDir: string): Promise<void> => {
  const launch = chooseLaunchFor(dataDir)
  return withSuperuser(primary, async (database) => {
    await database`SELECT pg_backup_start('copy', fast => true)`
    await copyDirectory(primary.dataDir, dataDir, launch, (name) => emptied.has(name))
    createPrivateDirectory(join(dataDir, 'pg_wal', 'archive_status'), launch)
    const [stopped] = await database<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)`
    await writeOwn(join(dataDir, 'backup_label'), stopped?.labelfile ?? '', launch)
  })
}

export type Standby = Embedded & {
  /** Makes the standby the primary. Resolves when it accepts writes. */
  promote(): Promise<void>
}

type StandbyOptions = EmbeddedOptions & {
  readonly primary: Embedded
  /** The name of the standby in pg_stat_replication and in `requireStandbys`. */
  readonly name: string
}

/** Copies a running primary, and starts the copy as its standby. The primary needs `primarySettings`. */
export const startStandby = async ({ primary, name, ...options }: StandbyOptions): Promise<Standby> => {
  const { host, port, username } = primary.superuser
  const launch = chooseLaunchFor(options.dataDir)
  await copyDatabase(primary, options.dataDir)
  await writeSettings(
    options.dataDir,
    { primary_conninfo: `host=${host} port=${port} user=${username} application_name=${name}`, ...alone },
    launch,
  )
  await writeOwn(join(options.dataDir, 'standby.signal'), '', launch)
  const standby = await startPostgres({ ...options, settings: { ...primarySettings, ...options.settings } }, launch)
  const promote = (): Promise<void> =>
    withSuperuser(standby, async (database) => {
      await database`SELECT pg_promote()`
    })
  return { ...standby, promote }
}

/** Lets each commit of the primary wait until one of the standbys has it on its disk. Resolves when one keeps up. */
export const requireStandbys = (primary: Pick<Embedded, 'superuser'>, names: readonly string[]): Promise<void> =>
  withSuperuser(primary, async (database) => {
    await database.unsafe(`ALTER SYSTEM SET synchronous_standby_names = ${quote(`ANY 1 (${names.join(', ')})`)}`)
    await database`SELECT pg_reload_conf()`
    for (;;) {
      const [found] = await database<{ synchronous: boolean }[]>`
        SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'quorum') AS synchronous FROM pg_sleep(0.05)`
      if (found?.synchronous) return
    }
  })

/** Lets a stopped primary start without the standbys that its last run required. */
export const forgetStandbys = (dataDir: string): Promise<void> => writeSettings(dataDir, alone, chooseLaunchFor(dataDir))

/** Creates an archive of the write-ahead log, and returns the settings of the primary that fills it. */
export const createArchive = (directory: string) => {
  createPrivateDirectory(directory, chooseLaunchFor(directory))
  return { ...primarySettings, archive_mode: 'on', archive_command: `cp %p ${resolve(directory)}/%f` } as const
}

/** Resolves when the archive has everything that was committed before the call. */
export const archiveNow = (primary: Pick<Embedded, 'superuser'>): Promise<void> =>
  withSuperuser(primary, async (database) => {
    await database`SELECT pg_backup_start('archive', fast => true)`
    await database`SELECT pg_backup_stop(wait_for_archive => true)`
  })

type RestoreOptions = EmbeddedOptions & {
  /** A directory that `copyDatabase` filled. It stays as it is. */
  readonly copy: string
  readonly archive: string
  /** The moment in ISO format. Later changes are not restored. */
  readonly moment: string
}

/**
 * Restores a copy to a moment, as the recipe of docs/operations.md does, and starts it as a primary.
 * @throws when the archive does not reach the moment
 */
export const startRestored = async ({ copy, archive, moment, ...options }: RestoreOptions): Promise<Embedded> => {
  const launch = chooseLaunchFor(options.dataDir)
  await copyDirectory(copy, options.dataDir, launch, () => false)
  await writeSettings(
    options.dataDir,
    {
      restore_command: `cp ${resolve(archive)}/%f %p`,
      // Postgres does not know the zone Z while it reads its settings.
      recovery_target_time: moment.replace('Z', '+00'),
      recovery_target_action: 'promote',
      ...alone,
      'registry.restored': moment,
    },
    launch,
  )
  await writeOwn(join(options.dataDir, 'recovery.signal'), '', launch)
  // Without hot standby, the database accepts connections when the restore is complete.
  return startPostgres({ ...options, settings: { hot_standby: 'off', ...options.settings } }, launch)
}
