import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded } from '@registry/db/embedded'
import { withTransaction } from '@registry/db/transaction'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { handleHelp } from '@registry/tooling/run/help'
import { addLogEntries } from './generate.ts'

handleHelp('pnpm bench:log [--rows 10000000]')
const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } }, strict: true })
const rows = Number(values.rows)
const admin = 'ga@demo.example'

type Query = {
  readonly command?: string
  readonly action?: string
  readonly username?: string
  readonly from?: string
  readonly to?: string
}

/** Each kind of query of the form, with values that many entries have, that only old ones have, and that never occur together. */
const queries: Readonly<Record<string, Query>> = {
  'all entries': {},
  'the days of one month': { from: '2020-03-01', to: '2020-03-31' },
  'a frequent command': { command: 'inthem_query' },
  'a command of the first year': { command: 'former_command' },
  'a command that never occurs': { command: 'nothing' },
  'a frequent action of any command': { action: 'LIST' },
  'a rare action of any command': { action: 'ACTION12' },
  'a frequent action, the days of one month': { action: 'LIST', from: '2018-03-01', to: '2018-03-31' },
  'a frequent action, a day of the first year': { action: 'LIST', from: '2016-02-01', to: '2016-02-01' },
  'a command and an action': { command: 'inthem_query', action: 'RUN' },
  'a command and an action, one month': { command: 'inthem_query', action: 'RUN', from: '2018-03-01', to: '2018-03-31' },
  'the busiest user': { username: 'busy@demo.example' },
  'a user of the first year': { username: 'former@demo.example' },
  'the busiest user, a command': { username: 'busy@demo.example', command: 'inthem_query' },
  'the busiest user, a command that only others used': { username: 'busy@demo.example', command: 'former_command', from: '2020-01-01' },
  'the busiest user, an action': { username: 'busy@demo.example', action: 'RUN' },
  'the busiest user, a rare action': { username: 'busy@demo.example', action: 'ACTION12' },
  'the busiest user, an action, the days of one month': {
    username: 'busy@demo.example',
    action: 'RUN',
    from: '2018-03-01',
    to: '2018-03-31',
  },
  'the busiest user, a command and an action': { username: 'busy@demo.example', command: 'inthem_query', action: 'RUN' },
  'the busiest user, the days of one month': { username: 'busy@demo.example', from: '2018-03-01', to: '2018-03-31' },
  'the busiest user, command, action and month': {
    username: 'busy@demo.example',
    command: 'getConsents',
    action: 'RUN',
    from: '2017-01-01',
    to: '2017-01-31',
  },
  'a patient': { username: 'patient 77' },
  'a patient, an action': { username: 'patient 77', action: 'LIST' },
  'a patient, a command': { username: 'patient 77', command: 'inthem_query' },
}

const runTimed = async (
  server: Database,
  text: string,
  parameters: readonly (string | number | null)[],
): Promise<{ ms: number; found: number }> => {
  const context = { actor: admin, via: 'form', scope: { kind: 'areas', areas: ['W'] } } as const
  const start = performance.now()
  const found = await withTransaction(server, context, async ({ sql }) => (await sql.unsafe(text, [...parameters])).length)
  return { ms: performance.now() - start, found }
}

const search = 'SELECT * FROM search_audit_log($1, $2, $3, $4::date, $5::date, $6)'
const rounds = 3

const measure = async (server: Database): Promise<void> => {
  console.log('| query | entries | first ms | slowest ms of the next |\n| --- | --- | --- | --- |')
  const row = async (name: string, text: string, parameters: readonly (string | number | null)[]): Promise<void> => {
    const first = await runTimed(server, text, parameters)
    const next: number[] = []
    for (let round = 0; round < rounds; round += 1) next.push((await runTimed(server, text, parameters)).ms)
    console.log(`| ${name} | ${first.found} | ${first.ms.toFixed(0)} | ${Math.max(...next).toFixed(0)} |`)
  }
  for (const [name, { command = null, action = null, username = null, from = null, to = null }] of Object.entries(queries))
    await row(name, search, [command, action, username, from, to, 1000])
  await row('the choices of the form', 'SELECT * FROM list_audit_choices()', [])
}

const directory = await mkdtemp(join(tmpdir(), 'registry-log-'))
try {
  const embedded = await startEmbedded({ dataDir: join(directory, 'database') })
  const superuser = connect(embedded.superuser, { max: 1 })
  const server = connect(embedded.server, { max: 1 })
  try {
    await prepareDatabase(embedded.owner, { STAFF_TOTP_REQUIRED: false })
    await superuser`
      WITH person AS (INSERT INTO staff_user (email, name, surname) VALUES (${admin}, 'Gaia', 'Verdi') RETURNING id)
      INSERT INTO staff_role (user_id, role, areaid) SELECT id, 'GlobalAdmin', 'W' FROM person`
    const start = performance.now()
    await addLogEntries(superuser, rows)
    const [size] = await superuser<{ table_mb: number; index_mb: number }[]>`
      SELECT (pg_table_size('audit_log') / 1048576)::int AS table_mb, (pg_indexes_size('audit_log') / 1048576)::int AS index_mb`
    console.log(
      `${rows} entries in ${((performance.now() - start) / 1000).toFixed(0)} s: ${size?.table_mb} MB, indexes ${size?.index_mb} MB`,
    )
    await measure(server)
  } finally {
    await Promise.all([superuser.end(), server.end()])
    await embedded.stop()
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
