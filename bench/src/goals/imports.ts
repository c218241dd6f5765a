import { connect, type Database } from '@registry/db/connect'
import { demoCentrePassword } from '@registry/db/seed/demo/staff'
import { sendFile } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import { costOfPsql, costOfServer, cpuRatio, speedRatio, type Cost, type ServerCost } from '../measure.ts'
import { psql } from '../psql.ts'
import type { Registry } from '../registry.ts'
import { columnCount, importedFields, keyOf, writeMedicalFiles, type MedicalFiles } from './medical-files.ts'

const sizes = [10_000, 100_000] as const
const wanted = 0.4
/** The most memory that the server may have, whatever it is given. */
const mostMegabytes = 400

/** A centre of its own, with the password of the one that it is made after. */
const centre = 'BM01'
const password = demoCentrePassword('RM01')

const columns = importedFields.map(({ column }) => `"${column}"`)
const most = Math.max(...sizes)

/** Patients of the centre who gave their consents through the ledger, as any others. */
const registerIn = (owner: Database): Promise<unknown> =>
  owner.begin(async (sql) => {
    const [known] = await sql`SELECT FROM center WHERE code = ${centre}`
    if (known) return
    await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.via', 'system', true)`
    await sql`
      INSERT INTO center (code, name, geotreeid, city, password_hash)
      SELECT ${centre}, 'Centro della misura', 'W', 'Roma', password_hash FROM center WHERE code = 'RM01'`
    await sql`INSERT INTO patient (center_code, login_mode) SELECT ${centre}, 'Email' FROM generate_series(1, ${most})`
    await sql`
      INSERT INTO patient_identity (patient_id, center_code, center_id, surname, name, email)
      SELECT id, center_code, ${keyOf(0).slice(0, -1)} || n, 'BIANCHI', 'LUCA', 'b' || n || '@measure.example'
      FROM (SELECT id, center_code, row_number() OVER (ORDER BY id) AS n FROM patient WHERE center_code = ${centre}) AS made`
    await sql`
      INSERT INTO consent_text_sent (subject, client, kind, version, language)
      SELECT p.consent_subject, 'myconsent', d.kind, d.version, 'it'
      FROM patient AS p CROSS JOIN (SELECT kind, max(version) AS version FROM consent_document GROUP BY kind) AS d WHERE p.center_code = ${centre}`
    await sql`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT p.consent_subject, point.field, 'true', 'consents', d.consents, 'it', 'myconsent', d.information, d.preliminary, 'patient', 'patient'
      FROM patient AS p
      CROSS JOIN (VALUES ('C_DB_P'), ('C_DB_M')) AS point (field)
      CROSS JOIN (
        SELECT max(version) FILTER (WHERE kind = 'consents') AS consents, max(version) FILTER (WHERE kind = 'information') AS information,
          max(version) FILTER (WHERE kind = 'preliminary') AS preliminary
        FROM consent_document) AS d
      WHERE p.center_code = ${centre}`
  })

const register = async ({ owner }: Registry): Promise<void> => {
  const database = connect(owner, { max: 1 })
  try {
    await registerIn(database)
  } finally {
    await database.end()
  }
}

/**
 * The other's table, in a schema of its own: as wide as the registry's own medical record, with the same rows and indexes and the patient's
 * code as its key; no row security, checks, triggers, history or log.
 */
const makeOther = async (registry: Registry): Promise<void> => {
  await psql(registry, [
    'CREATE SCHEMA IF NOT EXISTS bench',
    'DROP TABLE IF EXISTS bench.medical',
    `CREATE TABLE bench.medical AS SELECT i.center_id, m.* FROM patient_medical AS m JOIN patient_identity AS i USING (patient_id) WHERE i.center_code = '${centre}'`,
    'ALTER TABLE bench.medical ADD PRIMARY KEY (center_id)',
    'CREATE UNIQUE INDEX ON bench.medical (patient_id)',
    'CREATE INDEX ON bench.medical (center_code)',
  ])
}

const rest = (registry: Registry): Promise<unknown> => psql(registry, ['VACUUM (ANALYZE) bench.medical, patient_medical', 'CHECKPOINT'])

const theirs = (registry: Registry, { good, goodRows }: MedicalFiles): Promise<Cost> => {
  const sent = ['center_id', ...columns].join(', ')
  return costOfPsql(
    registry,
    () =>
      psql(registry, [
        'BEGIN',
        `CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT ${sent} FROM bench.medical WITH NO DATA`,
        `\\copy staged FROM '${good}' WITH (FORMAT csv, HEADER)`,
        `INSERT INTO bench.medical (${sent}) SELECT ${sent} FROM staged
          ON CONFLICT (center_id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`.replaceAll(
          /\s+/g,
          ' ',
        ),
        'COMMIT',
      ]),
    () => goodRows,
  )
}

const ours = (registry: Registry, { sent, goodRows }: MedicalFiles): Promise<ServerCost> =>
  costOfServer(registry, async () => {
    const fields = { centerCode: centre, centerPwd: password, format: 'csv' }
    const { ok, bytes } = await sendFile(registry.port, '/putMedicalData', fields, sent)
    if (ok !== goodRows) throw new Error(`${ok} rows went in, ${goodRows} should have`)
    return { rows: goodRows, bytes }
  })

type Round = { readonly ours: ServerCost; readonly theirs: Cost }

const tell = ({ ours: own, theirs: other }: Round, rows: number): void => {
  const one = ({ seconds, clientCpu, databaseCpu }: Cost): string =>
    `${seconds.toFixed(2)} s (CPU ${clientCpu.toFixed(2)} + ${databaseCpu.toFixed(2)})`
  console.log(`  ${rows} rows: psql ${one(other)}; ours ${one(own)} ${Math.round(own.peakMegabytes)} MB`)
}

const roundsOf = async (registry: Registry, rows: number, rounds: number): Promise<readonly Round[]> => {
  const measured: Round[] = []
  // What is stored from an earlier run must not be what is sent again.
  const first = Date.now() % 1_000_000
  for (let number = 1; number <= rounds; number += 1) {
    const files = await writeMedicalFiles(registry.scratch, rows, first + number)
    await rest(registry)
    const other = await theirs(registry, files)
    await rest(registry)
    const round = { theirs: other, ours: await ours(registry, files) }
    tell(round, rows)
    measured.push(round)
  }
  return measured
}

const figureOf = (rows: number, rounds: readonly Round[]): Figure => {
  const speeds = rounds.map((round) => speedRatio(round.ours, round.theirs))
  const peak = Math.max(...rounds.map((round) => round.ours.peakMegabytes))
  return {
    goal: '6',
    work: `import CSV, ${rows.toLocaleString('en')} rows × ${columnCount} columns, one of 1,000 bad`,
    wanted: `≥ ${wanted} of psql \`\\copy\` + INSERT … ON CONFLICT; < ${mostMegabytes} MB`,
    measured: spread(speeds),
    cpu: `${spread(rounds.map((round) => cpuRatio(round.ours, round.theirs)))} ×`,
    memory: `${Math.round(peak)} MB`,
    met: median(speeds) >= wanted && peak < mostMegabytes,
  }
}

/** What the reader's start costs, told beside the goal: a reader that has had a file waits a minute for the next one. */
const firstFigureOf = (rows: number, rounds: readonly Round[]): Figure => ({
  ...figureOf(rows, rounds),
  work: `the first file after a rest, ${rows.toLocaleString('en')} rows: a new reader`,
  wanted: '–',
  met: undefined,
})

/** Goal 6: a centre's medical file through its path, checked, kept in the history and told, against a bare upsert of the same rows. */
export const measureImports = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  console.log('Imports')
  await register(registry)
  await makeOther(registry)
  const firstRows = Math.min(...sizes)
  const figures = [firstFigureOf(firstRows, await roundsOf(registry, firstRows, 1))]
  for (const rows of sizes) figures.push(figureOf(rows, await roundsOf(registry, rows, rounds)))
  return figures
}
