import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository.ts'

/** Only a script that hangs reaches it, not one on a busy machine. */
const hangMs = 120_000

const write = (path: string, text: string): void => {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Runs infra/backup/backup.sh until its first pause, with programs that note how they are called. */
const runBackup = (verifyExitCode: number) => {
  const home = mkdtempSync(join(tmpdir(), 'backup-'))
  const bin = join(home, 'bin')
  const directory = join(home, 'backup')
  const calls = join(home, 'calls')
  mkdirSync(bin)
  for (const day of ['2026-01-01', '2026-01-02']) mkdirSync(join(directory, 'base', `${day}T00:00:00Z`), { recursive: true })
  writeFileSync(
    join(directory, 'base', '2026-01-02T00:00:00Z', 'backup_label'),
    'START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\n',
  )
  writeFileSync(join(home, 'password'), 'secret')
  const note = `echo "$(basename "$0") $*" >>'${calls}'\n`
  write(join(bin, 'pg_receivewal'), `#!/bin/sh\n${note}case "$*" in *--create-slot*) ;; *) exec sleep 30 ;; esac\n`)
  write(join(bin, 'pg_basebackup'), `#!/bin/sh\n${note}mkdir -p '${directory}/new'\n`)
  write(join(bin, 'pg_verifybackup'), `#!/bin/sh\n${note}exit ${verifyExitCode}\n`)
  for (const name of ['psql', 'pg_archivecleanup']) write(join(bin, name), `#!/bin/sh\n${note}`)
  // The first pause ends the script as a stop of the container does.
  write(join(bin, 'sleep'), `#!/bin/sh\nif [ "$1" = 30 ]; then exec /bin/sleep 30; fi\nkill -TERM "$PPID"\nexec /bin/sleep 5\n`)
  const { status } = spawnSync('sh', [join(root, 'infra/backup/backup.sh')], {
    env: {
      PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
      BACKUP_DIRECTORY: directory,
      BACKUP_PASSWORD_FILE: join(home, 'password'),
    },
    timeout: hangMs,
    stdio: 'ignore',
  })
  return {
    status,
    calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '',
    kept: readdirSync(join(directory, 'base')).toSorted(),
  }
}

test('FAULT-25: a verified base backup is kept and noted in the database, and two remain', () => {
  const { status, calls, kept } = runBackup(0)
  expect(status).toBe(0)
  expect(calls).toMatch(/ALTER ROLE registry_backup SET registry\.base_backup = '\d{4}-\d\d-\d\dT/)
  expect(calls).toMatch(/pg_archivecleanup \S+\/wal 000000010000000000000002/)
  expect(kept).toEqual(['2026-01-02T00:00:00Z', expect.stringMatching(/^20/)])
})

test('FAULT-25: a base backup with an error is neither kept nor noted, and removes no older one', () => {
  const { status, calls, kept } = runBackup(1)
  expect(status).toBe(0)
  expect(calls).not.toMatch(/psql|pg_archivecleanup/)
  expect(kept).toEqual(['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'])
})

test('copies leave out an unfinished base backup, and end after their storage period', () => {
  const home = mkdtempSync(join(tmpdir(), 'copy-'))
  const calls = join(home, 'calls')
  write(join(home, 'restic'), `#!/bin/sh\necho "$*" >>'${calls}'\ncase $1 in cat) exit 1 ;; esac\n`)
  write(join(home, 'sleep'), `#!/bin/sh\nkill -TERM "$PPID"\nexec /bin/sleep 5\n`)
  const { status } = spawnSync('sh', [join(root, 'infra/backup/copy.sh')], {
    env: { PATH: [home, process.env['PATH'] ?? ''].join(delimiter), BACKUP_DIRECTORY: '/backup/backup' },
    timeout: hangMs,
    stdio: 'ignore',
  })
  expect(status).toBe(0)
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
    'cat config',
    'init',
    'backup --quiet --host registry --exclude /backup/backup/new /backup/backup /decisions',
    'forget --quiet --host registry --keep-within 2d --keep-within-hourly 30d --prune',
  ])
})

test.each([
  [0, '3600'],
  [1, '300'],
])(
  'REQ-OPS-24: the list of decisions begins before the oldest backup; after exit code %i it is written again in %s seconds',
  (code, pause) => {
    const home = mkdtempSync(join(tmpdir(), 'decisions-'))
    const calls = join(home, 'calls')
    write(join(home, 'node'), `#!/bin/sh\necho "$*" >>'${calls}'\nexit ${code}\n`)
    write(join(home, 'sleep'), `#!/bin/sh\necho "sleep $1" >>'${calls}'\nkill -TERM "$PPID"\nexec /bin/sleep 5\n`)
    const { status } = spawnSync('sh', [join(root, 'infra/backup/decisions.sh')], {
      env: { PATH: [home, process.env['PATH'] ?? ''].join(delimiter), DECISIONS_FILE: '/lists/decisions.jsonl' },
      timeout: hangMs,
      stdio: 'ignore',
    })
    expect(status).toBe(0)
    const [written = '', ...others] = readFileSync(calls, 'utf8').trim().split('\n')
    const [, since = ''] =
      /^apps\/server\/src\/cli\/main\.ts decisions --since (\S+) --output \/lists\/decisions\.jsonl$/.exec(written) ?? []
    expect(Math.round((Date.now() - Date.parse(since)) / 86_400_000)).toBe(35)
    expect(others).toEqual([`sleep ${pause}`])
  },
)
