import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Database } from '@registry/db/connect'
import type { Embedded } from '@registry/db/embedded'
import {
  listRecipients,
  listReturned,
  loseRegistry,
  registryCommand,
  restoreLost,
  startServerOn,
  surnameOf,
  type LostRegistry,
} from '@registry/server/testing/restore-scenario'
import type { Drill, Figures } from './drill.ts'

const patients = 200
const soughtSurnames = 100

const check = (isTrue: boolean, problem: string): void => {
  if (!isTrue) throw new Error(problem)
}

const countRows = async (owner: Database): Promise<Figures> => {
  const tables = await owner<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) counts[name] = (await owner<{ count: number }[]>`SELECT count(*) FROM ${owner(name)}`)[0]?.count ?? 0
  return counts
}

/** Counts the surnames of the patients that some file below a directory contains. */
const countSurnames = async (directory: string): Promise<number> => {
  const missing = new Set(Array.from({ length: soughtSurnames }, (_, index) => surnameOf(index + 1)))
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name))
    for (const surname of missing) if (content.includes(surname)) missing.delete(surname)
  }
  return soughtSurnames - missing.size
}

/** Copies the archive without the files after the base backup. */
const cutArchive = (archive: string, target: string): void => {
  const label = readdirSync(archive).find((name) => name.endsWith('.backup')) ?? ''
  const [, last = ''] = /^STOP WAL LOCATION: .* \(file (\w+)\)$/m.exec(readFileSync(join(archive, label), 'utf8')) ?? []
  mkdirSync(target)
  chmodSync(target, 0o755)
  for (const name of readdirSync(archive)) if (name <= last) cpSync(join(archive, name), join(target, name))
}

const refusals = ({ list, earlierList }: LostRegistry, changedList: string): readonly (readonly [string, readonly string[], RegExp])[] => {
  const lines = readFileSync(list, 'utf8').split('\n')
  const write = (name: string, changed: readonly string[]): string => {
    const path = `${changedList}-${name}`
    writeFileSync(path, changed.join('\n'))
    return path
  }
  const changed = lines.map((line) => line.replace('"v3"', '"v2"'))
  const foreign = [(lines[0] ?? '').replace(/"registry":"\w{8}/, '"registry":"00000000'), ...lines.slice(1)]
  return [
    ['no file', [], /^--decisions: required/],
    ['a changed line', ['--decisions', write('changed', changed)], /its signature does not match/],
    ['a list of another registry', ['--decisions', write('foreign', foreign)], /is a list of the registry with the key 00000000…/],
    ['a list older than the moment', ['--decisions', earlierList], /before the moment/],
  ]
}

const refuseAll = async (restored: Embedded, owner: Database, lost: LostRegistry, directory: string): Promise<Figures> => {
  const before = JSON.stringify(await countRows(owner))
  const cases = refusals(lost, join(directory, 'list'))
  for (const [name, args, text] of cases) {
    const { status, stderr } = await registryCommand(restored.owner, 'after-restore', ...args)
    check(status !== 0 && text.test(stderr), `${name}: ${status} ${stderr}`)
  }
  const admin = connect(restored.superuser, { max: 1 })
  try {
    await admin.unsafe(`ALTER DATABASE ${restored.owner.database} SET registry.restored = ''`)
    const { status, stderr } = await registryCommand(restored.owner, 'after-restore', '--decisions', lost.list)
    check(status === 1 && stderr.startsWith('this database was not restored'), `a database that was not restored: ${status} ${stderr}`)
    await admin.unsafe(`ALTER DATABASE ${restored.owner.database} RESET registry.restored`)
  } finally {
    await admin.end()
  }
  check(JSON.stringify(await countRows(owner)) === before, 'a refused command changed something')
  const cut = join(directory, 'cut')
  cutArchive(lost.archive, cut)
  const start = await restoreLost({ ...lost, archive: cut }, join(directory, 'incomplete')).then(
    async (started) => started.stop(),
    (error: unknown) => error,
  )
  check(
    String(start).includes('recovery ended before configured recovery target was reached'),
    `a missing file of the log: ${String(start)}`,
  )
  return { refused: cases.length + 2 }
}

const readReady = async (port: number): Promise<{ status: number; text: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`)
  return { status: response.status, text: await response.text() }
}

export const restore: Drill = {
  name: 'restore',
  description: `${patients} patients, a restore to a moment, and after it three withdrawals, a taken back consent, a guardian’s request to erase, an ended session, a sent and an unsent message.`,
  steps: async (step) => {
    const directory = mkdtempSync(join(tmpdir(), 'drill-restore-'))
    chmodSync(directory, 0o755)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rmSync(directory, { recursive: true, force: true }))
    const started = performance.now()
    const lost = await loseRegistry(directory, patients)
    await step('a registry is filled, backed up and lost', async () => ({
      patients,
      seconds: Math.round((performance.now() - started) / 1000),
    }))

    const restoring = performance.now()
    const restored = await restoreLost(lost, join(directory, 'restored'))
    stack.defer(() => restored.stop())
    const owner = connect(restored.owner, { max: 1 })
    stack.defer(() => owner.end({ timeout: 5 }))
    const secondData = join(directory, 'second')
    const server = await startServerOn(restored.server, secondData)
    stack.defer(() => server.stop())
    const restoredSeconds = (performance.now() - restoring) / 1000
    await step('a server of the restored copy answers 503', async () => {
      const { status, text } = await readReady(server.port)
      check(status === 503 && text.includes('"code":"restored"'), `${status} ${text}`)
      return { 'answers:': '503 restored' }
    })
    await step('bad input is refused and changes nothing', () => refuseAll(restored, owner, lost, directory))
    await step('after-restore', async () => {
      const began = performance.now()
      const { status, stderr } = await registryCommand(restored.owner, 'after-restore', '--decisions', lost.list, '--discard')
      check(status === 0, stderr)
      while ((await readReady(server.port)).status !== 200) await owner`SELECT pg_sleep(0.05)`
      const seconds = Math.ceil(restoredSeconds + (performance.now() - began) / 1000)
      const returned = await listReturned(owner, server, lost)
      const verified = await registryCommand(restored.owner, 'verify')
      check(verified.status === 0, verified.stderr)
      await server.stop()
      const twice = listRecipients(secondData).filter((recipient) => lost.sentMails.includes(recipient))
      check(returned.length === 0 && twice.length === 0, [...returned, ...twice].join(', '))
      return { 'came back:': returned.length, 'sent twice:': twice.length, 'seconds:': seconds }
    })
    await step('the rows of each table', () => countRows(owner))
    await step(
      'the encrypted backup has no surname of a patient',
      async () => {
        const [repository, password] = [join(directory, 'repository'), join(directory, 'password')]
        writeFileSync(password, 'a password', { mode: 0o600 })
        const restic = (...args: readonly string[]) =>
          promisify(execFile)('restic', ['--quiet', '--repo', repository, '--password-file', password, '--no-cache', ...args])
        await restic('init')
        await restic('backup', lost.copy, lost.archive, lost.list)
        check(existsSync(join(repository, 'data')), 'restic wrote nothing')
        const plain = await countSurnames(lost.copy)
        check(plain === soughtSurnames, `only ${plain} surnames are in the plain copy, so the search proves nothing`)
        const found = await countSurnames(repository)
        check(found === 0, `${found} surnames were found`)
        return { sought: soughtSurnames, 'in the plain copy': plain, 'in the encrypted backup': found }
      },
      { restic: 'apt' },
    )
  },
}
