import { connect } from '@registry/db/connect'
import { withTransaction, type Scope } from '@registry/db/transaction'
import { runRounds, timeMs } from '../measure.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { timeResult, type Result } from '../results.ts'

const patientsOfCentre = 110

/** Adds centres next to RM01, and patients without data, until the registry has the wanted size. */
const addCentres = ({ owner }: Registry, centres: number): Promise<void> =>
  withDatabase(owner, async (database) => {
    const [found] = await database<{ centres: number; patients: number }[]>`
      SELECT (SELECT count(*) FROM centre) AS centres, (SELECT count(*) FROM patient) AS patients`
    const missing = centres - (found?.centres ?? 0)
    if (missing <= 0) return
    const each = Math.max(1, Math.round((centres * patientsOfCentre - (found?.patients ?? 0)) / missing))
    console.log(`Adding ${missing.toLocaleString('en')} centres of ${each} patients`)
    await database.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'bench', true), set_config('app.source', 'system', true)`
      await sql`
        INSERT INTO centre (code, name, geotreeid, city, password_hash)
        SELECT 'BC' || n, 'Centro ' || n, geotreeid, city, password_hash FROM centre, generate_series(1, ${missing}::int) AS n WHERE code = 'RM01'`
      await sql`
        INSERT INTO patient (centre_code, login_mode)
        SELECT 'BC' || n, 'Email' FROM generate_series(1, ${missing}::int) AS n, generate_series(1, ${each}::int)`
      await sql`
        INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
        SELECT id, centre_code, 'C' || id, 'BIANCHI', 'LUCA', 'c' || id || '@measure.example'
        FROM patient AS p WHERE centre_code LIKE 'BC%' AND NOT EXISTS (SELECT FROM patient_identity WHERE patient_id = p.id)`
    })
    await database`VACUUM (ANALYZE) patient, patient_identity, patient_personal, patient_medical`
  })

/** The cost of row security with many centres, in the database alone (THREAT-44). */
export const measureCentres = async (registry: Registry, rounds: number, options: { readonly centres: number }): Promise<Result[]> => {
  await addCentres(registry, options.centres)
  const areas = await withDatabase(registry.owner, (database) => database<{ id: string }[]>`SELECT id FROM geotree WHERE parent IS NULL`)
  const server = connect(registry.server, { max: 1 })
  const inScope = (scope: Scope, work: Parameters<typeof withTransaction<number>>[2]): Promise<number> =>
    withTransaction(server, { actor: 'bench', source: 'form', scope }, work, 'read only')
  try {
    let counted = 0
    const times = await runRounds(rounds, async () => ({
      count: await inScope({ kind: 'areas', areas: areas.map(({ id }) => id) }, ({ sql }) =>
        timeMs(async () => {
          const [row] = await sql<{ patients: number }[]>`SELECT count(*) AS patients FROM patient`
          counted = row?.patients ?? 0
        }),
      ),
      list: await inScope({ kind: 'centre', centre: 'RM01' }, ({ sql }) =>
        timeMs(
          () => sql`
            SELECT p.id, i.centre_patient_code, i.surname, i.name, p.c_db_p, p.c_db_m FROM patient_identity AS i JOIN patient AS p ON p.id = i.patient_id
            WHERE i.centre_code = 'RM01' AND i.centre_patient_code > '' ORDER BY i.centre_patient_code LIMIT 51`,
        ),
      ),
    }))
    // The time grows with the number of patients: 40 ms for 113,000, 400 ms for 1.1 million.
    const maxMs = options.centres > 2000 ? 400 : 40
    const size = `${counted.toLocaleString('en')} patients of ${options.centres.toLocaleString('en')} centres`
    return [
      timeResult(
        `count of everybody under row security, ${size}`,
        times.map(({ count }) => count),
        maxMs,
      ),
      timeResult(
        `list of one centre among ${options.centres.toLocaleString('en')}`,
        times.map(({ list }) => list),
        5,
      ),
    ]
  } finally {
    await server.end()
  }
}
