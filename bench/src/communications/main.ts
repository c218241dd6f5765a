import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded } from '@registry/db/embedded'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { beginDueCommunications } from '@registry/server/jobs/communications/begin'
import { releaseCommunications } from '@registry/server/jobs/communications/release'
import { loadMessages } from '@registry/server/shared/messages'
import { handleHelp } from '@registry/tooling/run/help'
import { createLog } from '@registry/server/app/log'
import { readEnv } from '@registry/server/app/env'

handleHelp('pnpm bench:communications [--recipients 100000]')
const { values } = parseArgs({ options: { recipients: { type: 'string', default: '100000' } }, strict: true })
const recipients = Number(values.recipients)
const sender = 'ga@demo.example'
const centres = 40

/** Patients of forty centres with an e-mail in use, who asked for the newsletter. A superuser writes them without triggers. */
const addPatients = async (superuser: Database): Promise<void> => {
  await superuser.begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`
    await sql`INSERT INTO centre (code, name, geotreeid, city) SELECT 'C' || n, 'Centro ' || n, 'ITI4', 'Roma' FROM generate_series(1, ${centres}) AS n`
    await sql`INSERT INTO patient (centre_code, login_mode, c_db, c_s) SELECT 'C' || (1 + n % ${centres}), 'Email', true, true FROM generate_series(1, ${recipients}) AS n`
    await sql`INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
      SELECT id, centre_code, 'P' || id, 'ROSSI', 'MARIA', 'p' || id || '@demo.example' FROM patient`
    await sql`INSERT INTO account (patient_id, password_hash) SELECT id, 'x' FROM patient`
    await sql`INSERT INTO sign_in_contact (account_id, contact, in_use) SELECT account.id, 'p' || patient_id || '@demo.example', true FROM account WHERE patient_id IS NOT NULL`
    await sql`INSERT INTO newsletter_wish (patient_id, wants) SELECT id, true FROM patient`
    await sql`WITH person AS (INSERT INTO staff_user (email, name, surname) VALUES (${sender}, 'Gaia', 'Verdi') RETURNING id)
      INSERT INTO staff_role (user_id, role, areaid) SELECT id, 'GlobalAdmin', 'W' FROM person`
  })
  await superuser`VACUUM ANALYZE`
}

/** Processor time of a Postgres process in milliseconds. Linux counts in hundredths of a second. */
const readCpuMs = (pid: number): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const values = fields.split(' ')
  return (Number(values[11]) + Number(values[12])) * 10
}

const text = { subject: 'Novità', body: 'Gentile {nome} {cognome}', sms: null }
const scheduleNewsletter = async (owner: Database): Promise<void> => {
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', ${sender}, true)`
    await sql`WITH made AS (INSERT INTO communication (type, roles, texts) VALUES ('NEWSLETTER', '{}', ${JSON.stringify({ it: text, en: text })}::text::jsonb) RETURNING id) SELECT FROM made`
    await sql`UPDATE communication SET state = 'scheduled', scheduled_for = now() WHERE state = 'draft'`
  })
}

const directory = await mkdtemp(join(tmpdir(), 'registry-communications-'))
try {
  const embedded = await startEmbedded({ dataDir: join(directory, 'database') })
  const superuser = connect(embedded.superuser, { max: 1 })
  const owner = connect(embedded.owner, { max: 1 })
  const database = connect(embedded.server, { max: 1 })
  try {
    await prepareDatabase(embedded.owner, { STAFF_TOTP_REQUIRED: false })
    await addPatients(superuser)
    const needs = {
      database,
      clock: () => new Date(),
      log: createLog('error'),
      messages: await loadMessages(),
      env: readEnv({ NODE_ENV: 'test' }),
    }
    console.log('| round | queue ms | CPU of Postgres ms | first 200 into the outbox ms | load |\n| --- | --- | --- | --- | --- |')
    const [backend] = await database<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    for (let round = 1; round <= 3; round += 1) {
      await scheduleNewsletter(owner)
      const cpu = readCpuMs(backend?.pid ?? 0)
      const start = performance.now()
      await beginDueCommunications(needs)
      const queued = performance.now()
      const used = readCpuMs(backend?.pid ?? 0) - cpu
      await releaseCommunications(needs)
      const released = performance.now()
      const [counted] =
        await superuser`SELECT count(*)::int AS n FROM communication_recipient AS r JOIN communication AS c ON c.id = r.communication_id WHERE c.state = 'sending'`
      if (counted?.['n'] !== recipients) throw new Error(`${counted?.['n']} recipients instead of ${recipients}`)
      console.log(
        `| ${round} | ${(queued - start).toFixed(0)} | ${used} | ${(released - queued).toFixed(0)} | ${loadavg()[0]?.toFixed(1)} |`,
      )
      await owner`DELETE FROM notification`
      await owner`UPDATE communication SET state = 'cancelled' WHERE state = 'sending'`
    }
  } finally {
    await Promise.all([superuser.end(), owner.end(), database.end()])
    await embedded.stop()
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
