import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '@registry/db/connect'
import type { Embedded } from '@registry/db/embedded'
import {
  listRecipients,
  listReturned,
  loseRegistry,
  registryCommand,
  restoreLost,
  startServerOn,
  type LostRegistry,
  type RunningServer,
} from '../testing/restore-scenario.ts'

let directory: string
let lost: LostRegistry
let restored: Embedded
let server: RunningServer
let owner: Database
const running = new AsyncDisposableStack()
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'restore-'))
  chmodSync(directory, 0o755)
  running.defer(() => rmSync(directory, { recursive: true, force: true }))
  lost = await loseRegistry(directory, 8)
  restored = await restoreLost(lost, join(directory, 'restored'))
  running.defer(() => restored.stop())
  owner = connect(restored.owner, { max: 1 })
  running.defer(() => owner.end({ timeout: 5 }))
  server = await startServerOn(restored.server, join(directory, 'second'))
  running.defer(() => server.stop())
})
afterAll(() => running.disposeAsync())

const readReady = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/health/ready`)
  return { status: response.status, body: await response.json() }
}

test('FAULT-25, THREAT-48: after a restore to a moment nothing comes back of what people ended later, and nothing is sent twice', async () => {
  const { v2, v3, v1 } = lost.people
  expect(await owner`SELECT FROM patient WHERE id IN (${v1.id}, ${v2.id}, ${v3.id}) AND c_db_no_notification IS NULL`).toHaveLength(3)
  expect(await readReady()).toMatchObject({ status: 503, body: { ready: false, code: 'restored' } })

  const { status, stdout, stderr } = await registryCommand(restored.owner, 'after-restore', '--decisions', lost.list)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^restored to \S+Z, decisions until \S+Z\ndecisions: 3 withdrawals, \d+ refused or lapsed consents, 1 requests of guardians, .* 1 newsletters .*; 1 of these patients/,
  )
  expect(stdout).toContain('messages: 2 are held')
  await expect.poll(async () => (await readReady()).status).toBe(200)

  expect(await listReturned(owner, server, lost)).toEqual([])
  const verified = await registryCommand(restored.owner, 'verify')
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('consent ledger: every answer matches') })
  const [, newHead = ''] = /^audit log: head (\S+);/m.exec(stdout) ?? []
  expect(await registryCommand(restored.owner, 'verify', '--head', lost.lostHead), 'the lost head is not in the chain').toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`the log has no later heads of the lost database; compare with --head ${newHead}`),
  })
  expect((await registryCommand(restored.owner, 'verify', '--head', newHead)).status).toBe(0)

  expect(await registryCommand(restored.owner, 'after-restore', '--discard')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^completed before, at \S+\nmessages: 2 discarded\n/),
  })
  await server.stop()
  expect(lost.sentMails).toContain('sent@example.org')
  expect(listRecipients(join(directory, 'second')).filter((recipient) => lost.sentMails.includes(recipient))).toEqual([])
  expect(await owner`SELECT FROM notification WHERE sent_at IS NULL AND failed_at IS NULL`).toEqual([])
})
