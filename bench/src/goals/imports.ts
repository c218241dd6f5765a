import { sendFile } from '../client.ts'
import { childMegabytes, cpuRatio, measureServer, runRounds, speedRatio, type Cost } from '../measure.ts'
import { measurePsql, psql } from '../psql.ts'
import type { Registry } from '../registry.ts'
import { formatRatios, median, type Result } from '../results.ts'
import { centre, columnCount, importedFields, registerCentre, writeMedicalFiles, type MedicalFiles } from './import-centre.ts'

/** The rows of the files. A smaller registry gets the sizes up to its own number of patients. */
const allSizes = [10_000, 100_000] as const
const minSpeed = 0.25
/** The memory limit of the server and its child processes. */
const maxMegabytes = 500

const columns = importedFields.map(({ column }) => `"${column}"`)

/**
 * The reference table: columns, types, free space, rows and indexes of the medical record, with the patient's code as key. It has no row
 * security, checks, triggers, history or audit log.
 */
const createReferenceTable = (registry: Registry): Promise<unknown> =>
  psql(registry, [
    'CREATE SCHEMA IF NOT EXISTS bench',
    'DROP TABLE IF EXISTS bench.medical',
    `DO $$ BEGIN EXECUTE 'CREATE TABLE bench.medical '
      || coalesce((SELECT 'WITH (' || array_to_string(reloptions, ', ') || ')' FROM pg_class WHERE oid = 'patient_medical'::regclass), '')
      || ' AS SELECT i.centre_patient_code, m.* FROM patient_medical AS m JOIN patient_identity AS i USING (patient_id) WHERE i.centre_code = ''${centre.code}''';
      END $$`,
    'ALTER TABLE bench.medical ADD PRIMARY KEY (centre_patient_code)',
    'CREATE UNIQUE INDEX ON bench.medical (patient_id)',
    'CREATE INDEX ON bench.medical (centre_code)',
  ])

/** Tidies what earlier rounds wrote, and marks the centre as checked, so that neither happens during a measurement. */
const settle = (registry: Registry): Promise<unknown> =>
  psql(registry, [
    `INSERT INTO centre_check (centre_code, checked_on, imports) VALUES ('${centre.code}', '2999-12-31', 2147483647)
      ON CONFLICT (centre_code) DO UPDATE SET checked_on = excluded.checked_on, imports = excluded.imports`,
    'VACUUM (ANALYZE) bench.medical, patient_medical, patient_medical_version',
    'CHECKPOINT',
  ])

const measureUpsert = async (registry: Registry, { good, goodRows }: MedicalFiles): Promise<Cost> => {
  await settle(registry)
  const columnList = ['centre_patient_code', ...columns].join(', ')
  const cost = await measurePsql(registry, [
    'BEGIN',
    `CREATE TEMPORARY TABLE staged ON COMMIT DROP AS SELECT ${columnList} FROM bench.medical WITH NO DATA`,
    `\\copy staged FROM '${good}' WITH (FORMAT csv, HEADER)`,
    `INSERT INTO bench.medical (${columnList}) SELECT ${columnList} FROM staged
      ON CONFLICT (centre_patient_code) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    'COMMIT',
  ])
  if (cost.rows !== goodRows) throw new Error(`psql wrote ${cost.rows} rows of ${goodRows}`)
  return cost
}

type Imported = Cost & { readonly megabytes: number }

const measureImport = async (registry: Registry, rows: number, { sent, goodRows }: MedicalFiles): Promise<Imported> => {
  await settle(registry)
  const cost = await measureServer(registry, async () => {
    const fields = { centerCode: centre.code, centerPwd: centre.password, format: 'csv' }
    const { ok, ko } = await sendFile(registry.port, '/putMedicalData', fields, sent)
    if (ok !== goodRows || ok + ko !== rows) throw new Error(`${ok} rows were accepted and ${ko} rejected; ${goodRows} of ${rows} are good`)
    return { rows: ok }
  })
  return { ...cost, megabytes: cost.peakMegabytes + childMegabytes(registry) }
}

/** The import of a centre's medical file with checks, history and report, compared with an upsert of the same rows (REQ-IMP-04). */
export const measureImports = async (
  registry: Registry,
  rounds: number,
  { patients }: { readonly patients: number },
): Promise<Result[]> => {
  const fitting = allSizes.filter((size) => size <= patients)
  const sizes = fitting.length > 0 ? fitting : [patients]
  await registerCentre(registry, Math.max(...sizes))
  await createReferenceTable(registry)
  const results: Result[] = []
  // Differs in each run, so that the values in the files differ from the stored ones.
  let file = Date.now() % 1_000_000
  for (const rows of sizes) {
    const measured = await runRounds(rounds, async (round) => {
      file += 1
      const files = await writeMedicalFiles(registry.scratch, rows, file)
      if (round % 2 === 1) return { subject: await measureImport(registry, rows, files), reference: await measureUpsert(registry, files) }
      const reference = await measureUpsert(registry, files)
      return { subject: await measureImport(registry, rows, files), reference }
    })
    const speeds = measured.map(({ subject, reference }) => speedRatio(subject, reference))
    const cpu = median(measured.map(({ subject, reference }) => cpuRatio(subject, reference)))
    const megabytes = Math.max(...measured.map(({ subject }) => subject.megabytes))
    results.push({
      goal: `import CSV, ${rows.toLocaleString('en')} rows × ${columnCount} columns: ≥ ${minSpeed} of psql \`\\copy\` + INSERT … ON CONFLICT, < ${maxMegabytes} MB`,
      measured: `${formatRatios(speeds)}, CPU ${cpu.toFixed(2)} ×, ${megabytes.toFixed(0)} MB`,
      met: median(speeds) >= minSpeed && megabytes < maxMegabytes,
    })
  }
  return results
}
