import { connect, type Database } from '@registry/db/connect'
import { demoStaffPassword } from '@registry/demo-data/staff'
import { callProcedure, download, postJson, signIn, type Client } from '../client.ts'
import { formatMs, timeFigure, type Figure } from '../figures.ts'
import { measureServer, timeMs } from '../measure.ts'
import { residentMegabytes } from '../processes.ts'
import type { Registry } from '../registry.ts'

const centre = 'RM01'
/** A day that every run of the benchmark is before. */
const endDate = '2999-12-31'
const invitations = 10_000
const targets = { match: 500, invite: 2000, page: 1000, megabytes: 64 } as const

/** Three conditions, as in a study of iron overload. */
const filter = {
  action: 'ADD',
  name: 'Misura: candidati',
  description: 'Donne con ferro alto ed emoglobina bassa',
  field_list: { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN'] } },
  filter_list: {
    PATIENT: [['SEX', '=', 'F']],
    MEDICAL_DATA: [
      ['FERRITIN', '>', 500],
      ['HB', '<', 12],
    ],
  },
}

/** Adds a study that all centres approved. The number makes its code unique in a kept registry. */
const addStudy = async (owner: Database, filterId: unknown): Promise<string> => {
  const id = `BENCH-${process.hrtime.bigint()}`
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'bench', true)`
    await sql`
      INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
      SELECT ${id}, 'Misura', 'x', ${centre}, 'EA', ${Number(filterId)}, max(version) FROM sf36_version`
    await sql`
      INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by)
      SELECT ${id}, code, true, 'bench' FROM centre WHERE code = ${centre} OR EXISTS (SELECT FROM patient WHERE centre_code = code)
      ORDER BY code <> ${centre}`
  })
  return id
}

/** Adds approved candidates, all of whom can be invited. Returns their number. */
const addCandidates = async (owner: Database, id: string, limit: number | null): Promise<number> => {
  const { count } = await owner`
    INSERT INTO study_patient (study_id, patient_id, centre_code, approved, decided_at)
    SELECT ${id}, id, centre_code, true, now() FROM patient WHERE c_db AND c_s AND c_db_m AND c_db_no_notification IS NULL ORDER BY id LIMIT ${limit}`
  return count
}

const findVersion = async (owner: Database, id: string): Promise<number> => {
  const [study] = await owner<{ version: number }[]>`SELECT version FROM clinical_study WHERE id = ${id}`
  return study?.version ?? 0
}

const measureRounds = async (rounds: number, name: string, work: () => Promise<number>): Promise<number[]> => {
  const times: number[] = []
  // The first round warms up.
  for (let number = 0; number <= rounds; number += 1) {
    const time = await work()
    console.log(`  ${name}, ${number === 0 ? 'not counted' : `round ${number}`}: ${formatMs(time)} ms`)
    if (number > 0) times.push(time)
  }
  return times
}

const toFigure = (work: string, times: readonly number[], targetMs: number): Figure =>
  timeFigure({ goal: 'studies', work, times, targetMs })

/** A study in which everybody who can take part said Yes: its counts, and its file (REQ-STU-14, REQ-STU-18). */
const measureParticipants = async (
  registry: Registry,
  owner: Database,
  client: Client,
  filterId: unknown,
  rounds: number,
): Promise<Figure[]> => {
  const id = await addStudy(owner, filterId)
  await addCandidates(owner, id, null)
  await owner`UPDATE clinical_study SET status = 'ToBeSentToPatients', end_enrollment_date = ${endDate} WHERE id = ${id}`
  await owner`UPDATE study_patient SET status = 'AttesaConsenso', invited_at = now() WHERE study_id = ${id}`
  const { count } =
    await owner`UPDATE study_patient SET status = 'ConsensoSI', answered_at = now(), answered_version = 1 WHERE study_id = ${id}`
  await owner`ANALYZE study_patient`
  const people = count.toLocaleString('en')
  const flow = await measureRounds(rounds, 'counts and charts', () =>
    timeMs(() => callProcedure(client, 'studies.flow', { id, asRole: 'DataManager' })),
  )
  const idle = residentMegabytes(registry.serverPid)
  const { result, cost } = await measureServer(registry, () => download(client, { kind: 'study', id }, 'csv'))
  const over = cost.peakMegabytes - idle
  console.log(`  export: ${result.announced} rows in ${cost.seconds.toFixed(1)} s, ${over.toFixed(0)} MB above the idle server`)
  return [
    toFigure(`counts and charts of a study with ${people} participants`, flow, targets.page),
    {
      goal: 'studies',
      work: `export CSV of a study with ${people} participants`,
      target: `idle + ${targets.megabytes} MB`,
      measured: `${cost.seconds.toFixed(1)} s`,
      cpu: '–',
      memory: `idle ${idle.toFixed(0)} + ${over.toFixed(0)} MB`,
      met: over <= targets.megabytes,
    },
  ]
}

/** Matching candidates, inviting patients, and a study with many participants (REQ-STU-06, REQ-STU-16, REQ-STU-18). */
export const measureStudies = async (registry: Registry, client: Client, rounds: number): Promise<Figure[]> => {
  console.log('Clinical studies')
  const owner = connect(registry.owner, { max: 1 })
  try {
    const [admin, centreAdmin] = await Promise.all(
      ['ga@demo.example', `ca.${centre.toLowerCase()}@demo.example`].map((user) => signIn(registry.port, user, demoStaffPassword)),
    )
    if (!admin || !centreAdmin) throw new Error('Nobody signed in')
    const [known] = await owner<{ id: number }[]>`SELECT id FROM saved_filter WHERE name = ${filter.name}`
    if (!known) await postJson(client, '/inthem_query', filter)
    const [stored] = await owner<{ id: number; patients: number }[]>`
      SELECT id, (SELECT count(*)::int FROM patient WHERE centre_code = ${centre}) AS patients FROM saved_filter WHERE name = ${filter.name}`
    const filterId = stored?.id
    const study = await addStudy(owner, filterId)
    const match = await measureRounds(rounds, 'matching', async () => {
      await owner`DELETE FROM study_patient WHERE study_id = ${study}`
      return timeMs(() => callProcedure(centreAdmin, 'studies.retrieveCandidates', { id: study }))
    })
    const invite = await measureRounds(rounds, 'invitations', async () => {
      const id = await addStudy(owner, filterId)
      const invited = await addCandidates(owner, id, invitations)
      if (invited < invitations) throw new Error(`Only ${invited} patients can be invited: use more --patients`)
      const version = await findVersion(owner, id)
      return timeMs(() => callProcedure(admin, 'studies.setEndDate', { id, version, endDate }))
    })
    return [
      toFigure(`candidates of three conditions at a centre of ${stored?.patients.toLocaleString('en')} patients`, match, targets.match),
      toFigure(`${invitations.toLocaleString('en')} invitations queued by an end date`, invite, targets.invite),
      ...(await measureParticipants(registry, owner, client, filterId, rounds)),
    ]
  } finally {
    await owner.end()
  }
}
