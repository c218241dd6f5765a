import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chainAuditLog } from '@registry/db/audit-chain'
import { connect } from '@registry/db/connect'
import { startEmbedded } from '@registry/db/embedded'
import { verifyAuditLog } from '@registry/db/verify-chain'
import { verifyLedger } from '@registry/db/verify-ledger'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { handleHelp } from '@registry/tooling/run/help'
import { resetPeak, peakMegabytes } from '../processes.ts'
import { addAnswers, addEntries } from './generate.ts'

/** Any key: the benchmark both builds and verifies the chain. */
const key = new Uint8Array(32).fill(1)

handleHelp('pnpm bench:evidence [--rows 1000000]')
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } }, strict: true })
const rows = Number(values.rows)
const directory = await mkdtemp(join(tmpdir(), 'registry-evidence-'))

const measureTime = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  resetPeak(process.pid)
  const start = performance.now()
  const result = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${name}: ${seconds} s, peak memory of this process ${peakMegabytes(process.pid).toFixed(0)} MB`)
  return result
}

try {
  const embedded = await startEmbedded({ dataDir: join(directory, 'database') })
  const database = connect(embedded.superuser, { max: 1 })
  // `pnpm registry verify` also uses one connection of the owner.
  const owner = connect(embedded.owner, { max: 1 })
  const server = connect(embedded.server, { max: 2 })
  try {
    await prepareDatabase(embedded.owner, { STAFF_TOTP_REQUIRED: false })
    await measureTime(`created ${rows} audit entries`, () => addEntries(database, rows))
    await measureTime('built the chain', () => chainAuditLog(server, key))
    await measureTime(`created ${rows} answers`, () => addAnswers(database, rows))
    const [backend] = await owner<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const ledger = await measureTime('verified the consent ledger', () => verifyLedger(owner))
    const { links, mismatch } = await measureTime('verified the audit log', () => verifyAuditLog(owner, key))
    console.log(`${ledger ?? 'every answer matches'}; ${mismatch ?? `${links} entries match`}`)
    // An insider with the rights of a superuser, whom no trigger stops (THREAT-47).
    const changedEntry = Math.ceil(rows * 0.9)
    await database`SET session_replication_role = replica`
    await database`UPDATE audit_log SET username = 'eve@example.org' WHERE id = ${changedEntry}`
    const changed = await measureTime(`looked for one changed entry of ${rows}`, () => verifyAuditLog(owner, key))
    console.log(changed.mismatch ?? 'the changed entry was not found')
    if (changed.mismatch !== `audit log: entry ${changedEntry} does not match`) process.exitCode = 1
    if (backend) console.log(`peak memory of the database process with shared buffers: ${peakMegabytes(backend.pid).toFixed(0)} MB`)
  } finally {
    await Promise.all([database.end(), owner.end(), server.end()])
    await embedded.stop()
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
