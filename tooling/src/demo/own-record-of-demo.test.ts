import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemo } from '@registry/demo-data/load'
import { fields } from '@registry/domain/fields/dictionary'
import { readPdf } from '@registry/server/shared/pdf/testing/read-pdf'
import { startTestServer, type TestServer } from '@registry/server/testing/server'

const patients = 50

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { hashing } = server.deps
  await loadDemo(server.database.addresses.owner, { today: '2026-11-21', hashSecret: (secret) => hashing.hashSecret(secret) })
})
afterAll(() => server[Symbol.asyncDispose]())

type Answer = Readonly<Record<string, Readonly<Record<string, unknown>>>>

test(`REQ-PAT-25: ${patients} patients with C_DB_M read the values that their centre reads, field by field`, async () => {
  const { owner } = server.database
  // Consents from before the 18th birthday would lapse at the first call of a centre.
  await owner`SELECT lapse_due_consents(true)`
  const rows = await owner<{ account: number; centre: string; code: string }[]>`
    SELECT a.id AS account, i.centre_code AS centre, i.centre_patient_code AS code
    FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id JOIN account AS a ON a.patient_id = p.id
    WHERE p.c_db_m AND p.c_db_no_notification IS NULL AND NOT needs_guardian(p.id) ORDER BY p.id LIMIT ${patients}`
  expect(rows).toHaveLength(patients)
  const centres = new Map<string, Awaited<ReturnType<TestServer['staff']>>>()
  for (const { account, centre, code } of rows) {
    const staff =
      centres.get(centre) ?? (await server.staff([{ role: 'CenterAdmin', center: centre }], `own.${centre.toLowerCase()}@example.org`))
    centres.set(centre, staff)
    const patient = await server.signIn(account, 'myconsent')
    await owner`UPDATE session SET code_checked_at = now() WHERE account_id = ${account}`
    const { sections } = await patient.api.myRecord.read.mutate({})
    const { file } = await patient.api.myRecord.download.mutate({ format: 'pdf', language: 'it' })
    const { pages } = await readPdf(new Uint8Array(Buffer.from(file, 'base64')))
    expect(pages.length).toBeLessThanOrEqual(3)
    const read = (await staff.call('/e_crf', { json: { action: 'GET_PATIENT_DATA', CENTER_ID: code } })) as Answer
    const own = sections.flatMap((section) => section.fields)
    // Old programs read several choices as JSON text.
    const values = Object.fromEntries(own.map(({ field, value }) => [field, Array.isArray(value) ? JSON.stringify(value) : value]))
    const ofCentre = { ...read['patient'], ...read['medical_data'] }
    expect(Object.keys(values).toSorted()).toEqual(fields.map(({ name }) => name).toSorted())
    // Without C_DB_P the centre does not read the personal data.
    expect(ofCentre).toEqual(Object.fromEntries(Object.keys(ofCentre).map((name) => [name, values[name]])))
    expect(Object.keys(ofCentre).length).toBeGreaterThan(100)
    expect(Object.fromEntries(own.flatMap(({ field, missing }) => (missing === null ? [] : [[field, missing]])))).toMatchObject(
      read['missing_reasons'] ?? {},
    )
  }
})
