import fastify from 'fastify'
import { connect, type Database } from '@registry/db/connect'
import { withTransaction, type Scope, type Transaction } from '@registry/db/transaction'
import { refreshCohorts } from '@registry/server/jobs/cohorts'
import { checkCentres } from '@registry/server/jobs/record-checks'
import type { JobName } from '@registry/server/jobs/repeat'
import { formatItalianDay } from '@registry/server/shared/day'
import { runRounds, timeMs } from '../measure.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { growthResult, timeResult, type Result } from '../results.ts'

const patientsOfCentre = 110
const growth = 10
/** Before the first people of a centre begin to work. */
const nightMs = 600_000

/** Adds centres next to RM01, and patients without data, until the registry has the wanted size. The jobs have nothing to do for them. */
const addCentres = ({ owner }: Registry, centres: number): Promise<void> =>
  withDatabase(owner, async (database) => {
    const [found] = await database<{ centres: number; added: number; patients: number }[]>`
      SELECT (SELECT count(*) FROM centre) AS centres, (SELECT count(*) FROM centre WHERE code LIKE 'BC%') AS added, (SELECT count(*) FROM patient) AS patients`
    const missing = centres - (found?.centres ?? 0)
    if (missing <= 0) return
    const each = Math.max(1, Math.round((centres * patientsOfCentre - (found?.patients ?? 0)) / missing))
    const [first, last] = [(found?.added ?? 0) + 1, (found?.added ?? 0) + missing]
    console.log(`Adding ${missing.toLocaleString('en')} centres of ${each} patients`)
    const today = formatItalianDay(new Date())
    await database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.source', 'system', true)`
      await sql`
        INSERT INTO centre (code, name, geotreeid, city, password_hash)
        SELECT 'BC' || n, 'Centro ' || n, geotreeid, city, password_hash FROM centre, generate_series(${first}::int, ${last}::int) AS n WHERE code = 'RM01'`
      await sql`INSERT INTO centre_check (centre_code, checked_on, imports) SELECT 'BC' || n, ${today}, 0 FROM generate_series(${first}::int, ${last}::int) AS n`
      await sql`
        INSERT INTO cohort_summary (centre_code, computed_at, computed_on, imports, withdrawals)
        SELECT 'BC' || n, now(), ${today}, 0, 0 FROM generate_series(${first}::int, ${last}::int) AS n`
      await sql`
        INSERT INTO patient (centre_code, login_mode)
        SELECT 'BC' || n, 'Email' FROM generate_series(${first}::int, ${last}::int) AS n, generate_series(1, ${each}::int)`
      await sql`
        INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
        SELECT id, centre_code, 'C' || id, 'BIANCHI', 'LUCA', 'c' || id || '@measure.example'
        FROM patient AS p WHERE centre_code LIKE 'BC%' AND NOT EXISTS (SELECT FROM patient_identity WHERE patient_id = p.id)`
    })
    await database`VACUUM (ANALYZE) centre, centre_check, cohort_summary, patient, patient_identity, patient_personal, patient_medical`
  })

const countPatients = ({ sql }: Transaction): Promise<number> => timeMs(() => sql`SELECT count(*) FROM patient`)

const listPatients = ({ sql }: Transaction): Promise<number> =>
  timeMs(
    () => sql`
      SELECT p.id, i.centre_patient_code, i.surname, i.name, p.c_db_p, p.c_db_m FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id
      WHERE i.centre_code = 'RM01' AND i.centre_patient_code > '' ORDER BY i.centre_patient_code LIMIT 51`,
  )

const runJobs = async (database: Database): Promise<void> => {
  const needs = { database, clock: () => new Date(), log: fastify({ logger: { level: 'error' } }).log }
  await checkCentres(needs)
  await refreshCohorts(needs)
}

const nightlyJobs: readonly JobName[] = ['record checks', 'cohorts']

/** The jobs after midnight, which read every record. Meanwhile the server does not do them. */
const measureNight = ({ owner, server }: Registry): Promise<number> =>
  withDatabase(owner, async (database) => {
    const setLease = (interval: string) =>
      database`UPDATE job_run SET holder = 'bench', lease_until = now() + ${interval}::interval WHERE name = ANY (${[...nightlyJobs]})`
    await setLease('1 hour')
    await database`UPDATE centre_check SET checked_on = checked_on - 1`
    await database`UPDATE cohort_summary SET computed_on = computed_on - 1`
    const ms = await timeMs(() => withDatabase(server, runJobs))
    await setLease('0')
    console.log(`  night: ${(ms / 1000).toFixed(0)} s`)
    return ms
  })

/** The times in a registry with this number of centres. */
const measureSize = async (registry: Registry, rounds: number, centres: number) => {
  await addCentres(registry, centres)
  const server = connect(registry.server, { max: 1 })
  const inScope = (scope: Scope, work: (tx: Transaction) => Promise<number>): Promise<number> =>
    withTransaction(server, { actor: 'bench', source: 'form', scope }, work, 'read only')
  try {
    const times = await runRounds(rounds, async () => ({
      everybody: await inScope({ kind: 'areas', areas: ['W'] }, countPatients),
      nation: await inScope({ kind: 'areas', areas: ['IT'] }, countPatients),
      nationContext: await timeMs(() => inScope({ kind: 'areas', areas: ['IT'] }, async () => 0)),
      list: await inScope({ kind: 'centre', centre: 'RM01' }, listPatients),
      jobs: await timeMs(() => runJobs(server)),
    }))
    const select = (name: keyof (typeof times)[number]): readonly number[] => times.map((time) => time[name])
    return {
      name: `${(centres * patientsOfCentre).toLocaleString('en')} patients of ${centres.toLocaleString('en')} centres`,
      everybody: select('everybody'),
      nation: select('nation'),
      nationContext: select('nationContext'),
      list: select('list'),
      jobs: select('jobs'),
    }
  } finally {
    await server.end()
  }
}

/** The cost of many centres, in the database and in the jobs: ten times the centres take at most ten times as long (THREAT-44). */
export const measureCentres = async (registry: Registry, rounds: number, options: { readonly centres: number }): Promise<Result[]> => {
  const small = await measureSize(registry, rounds, options.centres)
  const night = await measureNight(registry)
  const large = await measureSize(registry, rounds, options.centres * growth)
  const compare = (work: string, name: 'everybody' | 'nation' | 'nationContext' | 'jobs', maxMs: number): Result[] => [
    timeResult(`${work}, ${small.name}`, small[name], maxMs),
    growthResult(`${work}, ${large.name}`, large[name], small[name], growth),
  ]
  return [
    ...compare('count of everybody under row security', 'everybody', 40),
    ...compare('the same for one nation with all centres', 'nation', 40),
    ...compare('start of a transaction of that nation', 'nationContext', 10),
    ...compare('record checks and cohorts without a change', 'jobs', 50),
    timeResult(`record checks and cohorts of all records, ${small.name}`, [night], nightMs),
    timeResult(`list of one centre, ${small.name}`, small.list, 5),
    timeResult(`list of one centre, ${large.name}`, large.list, 5),
  ]
}
