import type { Database } from '../connect.ts'
import { makeExport } from './exports.ts'
import { allConsents, makeCentre, makePatient, type PatientFixture } from './fixtures.ts'

/** Two centres in different areas, each with a patient with consents and one without. Every text names its centre. */
export type Canaries = Readonly<Record<'ofRome' | 'ofRomeSilent' | 'ofMilan' | 'ofMilanSilent', PatientFixture>>

export const canaryText = (centre: string): string => `CANARY-${centre}`

const createCanary = async (owner: Database, centre: string, silent: boolean): Promise<PatientFixture> => {
  const mark = `${canaryText(centre)}-${silent ? 'SILENT' : 'OPEN'}`
  const patient = await makePatient(owner, {
    centre,
    centrePatientCode: mark,
    surname: mark,
    name: mark,
    personal: { address_town: mark, legal_id: centre === 'RM01' ? 'RSSMRA80A01H501U' : 'VRDLGU80A01F205X' },
    medical: { gt_note: mark, hb: 9 },
    ...(silent ? {} : { consents: allConsents }),
  })
  await owner`INSERT INTO notification (channel, recipient, body, patient_id) VALUES ('mail', 'x@example.org', ${mark}, ${patient.id})`
  await owner`INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko, detail)
    VALUES ('x', ${centre}, 'createPatients', 'csv', 'x', 0, 1, ${owner.json([{ row: 1, key: mark }])})`
  return patient
}

export const createCanaries = async (owner: Database): Promise<Canaries> => {
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  const canaries = {
    ofRome: await createCanary(owner, 'RM01', false),
    ofRomeSilent: await createCanary(owner, 'RM01', true),
    ofMilan: await createCanary(owner, 'MI01', false),
    ofMilanSilent: await createCanary(owner, 'MI01', true),
  }
  await addManifest(owner, canaries.ofMilan)
  return canaries
}

/** Adds another user's export manifest with one patient. */
const addManifest = async (owner: Database, patient: PatientFixture): Promise<void> => {
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'dm', true)`
    const [author] = await sql<
      { id: number }[]
    >`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M') RETURNING id`
    const [filter] = await sql<{ id: number }[]>`
      INSERT INTO saved_filter (name, description, author_id, fields, condition) VALUES ('f', 'f', ${author?.id ?? 0}, '{}', '{}') RETURNING id`
    await makeExport(sql, { actor: 'dm', filterId: filter?.id ?? 0, patients: [patient.id] })
  })
}
