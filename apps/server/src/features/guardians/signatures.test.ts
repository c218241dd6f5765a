import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import { verifyLedger } from '@registry/db/verify-ledger'
import { listQuestions } from '@registry/domain/consent/questions'
import { ConsentReceipt } from '@registry/domain/consent/receipt'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import { download, giveConsents, yes } from '../receipts/testing/receipts-fixture.ts'

let server: TestServer
let rome: Awaited<ReturnType<TestServer['staff']>>
let serial = 0
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const no = { ...yes, C_DB_M: false }
const createChild = () => makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: `S${(serial += 1)}` })
const born = async (years: number): Promise<string> => {
  const [row] = await server.database.owner<{ day: string }[]>`
    SELECT ((now() AT TIME ZONE 'Europe/Rome')::date - make_interval(years => ${years}))::date::text AS day`
  return row!.day
}
const addGuardian = async (patientId: number, given: object = {}): Promise<Client> => {
  const birthDate = await born(9)
  const { accountId } = await server.database.owner.begin((sql) =>
    makeGuardianship(sql, {
      patientId,
      centre: 'RM01',
      contact: `s${(serial += 1)}@example.org`,
      kind: 'PARENT',
      birthDate,
      accepted: true,
      ...given,
    }),
  )
  const client = await server.signIn(accountId, 'myconsent')
  const [child] = await client.api.guardian.children.query()
  await client.api.guardian.actFor.mutate({ patient: child!.patient })
  return client
}
const createFamily = async () => {
  const child = await createChild()
  const code = `S${serial}`
  const [anna, ugo] = [await addGuardian(child.id), await addGuardian(child.id)]
  return { child, code, anna, ugo }
}
const readMedical = async (id: number) =>
  (await server.database.owner<{ c_db_m: boolean | null }[]>`SELECT c_db_m FROM patient WHERE id = ${id}`)[0]?.c_db_m
const waiting = async ({ api }: Client) => (await api.consents.current.query()).waiting.map(({ field }) => field)
const waitsForCaller = async ({ api }: Client) => (await api.consents.current.query()).waiting.some(({ yours }) => yours)
const give = (client: Client, answers = yes) => giveConsents(client, answers)

describe('REQ-GRD-03: two guardians who must sign', () => {
  test('one Yes changes nothing, the other guardian reads that a signature is missing, and the second Yes opens', async () => {
    const { child, code, anna, ugo } = await createFamily()
    await give(anna)
    expect(await readMedical(child.id)).toBeNull()
    expect(await waiting(ugo)).toContain('C_DB_M')
    expect([await waitsForCaller(anna), await waitsForCaller(ugo)]).toEqual([false, true])
    const { guardians, signed } = await rome.api.guardians.list.query({ code })
    expect(signed).toEqual([guardians[0]?.id])
    await give(ugo)
    expect(await readMedical(child.id)).toBe(true)
    expect(await waiting(anna)).toEqual([])
    expect(
      await server.database
        .owner`SELECT DISTINCT field FROM consent_event WHERE subject = ${child.subject} AND kind = 'consents' AND answer = 'true'`,
    ).toHaveLength(4)
  })

  test('one No closes at once, and ends the signature of the other', async () => {
    const { child, anna, ugo } = await createFamily()
    await give(anna)
    await give(ugo)
    await give(anna, no)
    expect(await readMedical(child.id)).toBe(false)
    await give(ugo)
    expect(await readMedical(child.id)).toBe(false)
    await give(anna)
    expect(await readMedical(child.id)).toBe(true)
  })

  test('a signature of 30 days ago does not count', async () => {
    const { child, anna, ugo } = await createFamily()
    await give(anna)
    await server.database.owner`UPDATE consent_proposal SET expires_at = now() - interval '1 second' WHERE patient_id = ${child.id}`
    await give(ugo)
    expect(await readMedical(child.id)).toBeNull()
  })

  test('a guardian whom the centre added must sign before they accept', async () => {
    const child = await createChild()
    const anna = await addGuardian(child.id)
    await server.database.owner.begin(async (sql) =>
      makeGuardianship(sql, {
        patientId: child.id,
        centre: 'RM01',
        contact: `s${(serial += 1)}@example.org`,
        kind: 'PARENT',
        birthDate: await born(9),
      }),
    )
    await give(anna)
    expect(await readMedical(child.id)).toBeNull()
    expect(await waiting(anna)).toContain('C_DB_M')
  })

  test('THREAT-64: a change of the signers ends the signatures, such as after a separation', async () => {
    const { child, anna, ugo } = await createFamily()
    await give(anna)
    await addGuardian(child.id)
    expect(await waiting(ugo)).toEqual([])
    await give(ugo)
    expect(await readMedical(child.id)).toBeNull()
  })

  test('one signature suffices where the registry asks for one, or where the other guardian need not sign', async () => {
    await server.database.owner`UPDATE setting SET value = '1' WHERE key = 'guardian_signatures'`
    const { child, anna } = await createFamily()
    await give(anna)
    expect(await readMedical(child.id)).toBe(true)
    await server.database.owner`UPDATE setting SET value = '2' WHERE key = 'guardian_signatures'`
    const other = await createChild()
    const mother = await addGuardian(other.id)
    await addGuardian(other.id, { mustSign: false })
    await give(mother)
    expect(await readMedical(other.id)).toBe(true)
  })

  test('the database keeps a Yes of one guardian out of the ledger, whoever writes it', async () => {
    const { child, anna } = await createFamily()
    await give(anna)
    const [signed] = await server.database.owner<
      { guardian_id: number }[]
    >`SELECT guardian_id FROM consent_proposal WHERE patient_id = ${child.id} LIMIT 1`
    await server.database.owner`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor, guardian_id)
      SELECT ${child.subject}, 'C_DB_M', 'true', 'consents', max(version), 'it', 'myconsent', 4, 2, 'guardian', 'x', ${signed!.guardian_id}
      FROM consent_document WHERE kind = 'consents'`
    expect(await readMedical(child.id)).toBeNull()
  })
})

describe('REQ-GRD-03: the patient who is heard', () => {
  const signIn = ({ accountId }: { readonly accountId: number }) => server.signIn(accountId, 'myconsent')

  test('a minor’s own Yes is assent and opens nothing; their No closes', async () => {
    const child = await createChild()
    const mother = await addGuardian(child.id)
    await give(await signIn(child))
    expect(await readMedical(child.id)).toBeNull()
    await give(mother)
    expect(await readMedical(child.id)).toBe(true)
    await give(await signIn(child), no)
    expect(await readMedical(child.id)).toBe(false)
  })

  test('the receipt of a minor’s answers says that a Yes is assent, and permits nothing', async () => {
    const child = await createChild()
    const mother = await addGuardian(child.id)
    const client = await signIn(child)
    const readReceipt = async (reader: Client, number: number) =>
      ConsentReceipt.parse(JSON.parse(Buffer.from(await download(reader, number, 'json')).toString()))
    const number = await giveConsents(client, no)
    const receipt = await readReceipt(client, number)
    const { answers } = receipt.consent_record.pii_processing.purposes
    expect(answers.map(({ field, value, assent }) => [field, value, assent])).toEqual(
      Object.entries(no).map(([field, value]) => [field, value, value === false ? undefined : true]),
    )
    expect(receipt.consent_record.events).toMatchObject([{ event_type: 'assent' }])
    expect(new Set(receipt.fhir_consent.provision.provision.map(({ type }) => type))).toEqual(new Set([undefined, 'deny']))
    const { text } = await readPdf(await download(client, number, 'pdf'))
    expect(text).toContain('Questa ricevuta contiene il tuo assenso')
    expect(text).toContain('Sì (assenso)')

    await giveConsents(client)
    const consent = await readReceipt(mother, await giveConsents(mother))
    expect(consent.consent_record.events).toMatchObject([{ event_type: 'explicit' }])
    expect(consent.consent_record.pii_processing.purposes.answers.some(({ assent }) => assent)).toBe(false)
  })

  test('a minor reads the published text for the age, whose version stays with the answer', async () => {
    const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'texts@example.org')
    const kind = 'assent_child'
    const publish = async (paragraphs: Parameters<typeof admin.api.consentDocuments.save.mutate>[0]['paragraphs'], material = false) => {
      const version = (await admin.api.consentDocuments.detail.query({ kind })).draft?.version ?? 0
      const draft = await admin.api.consentDocuments.save.mutate({ kind, paragraphs, version })
      const sent = { kind, version: draft.version, material, fields: [], note: 'Ethics committee' } as const
      return (await admin.api.consentDocuments.publish.mutate(sent)).versions[0]!.version
    }
    const child = await createChild()
    const mother = await addGuardian(child.id)
    const client = await signIn(child)
    expect(await mother.api.consents.assentText.query()).toBeNull()
    const before = (await client.api.consents.assentText.query())!
    const text = { type: 'text', it: 'Parole approvate dal comitato.', en: 'Words that the committee approved.' } as const
    await expect(publish([text], true)).rejects.toMatchObject({ data: { detail: { fields: { material: expect.any(String) } } } })
    const yesOrNo = [
      { it: 'Sì', en: 'Yes' },
      { it: 'No', en: 'No' },
    ]
    const question = { type: 'radio', it: 'Vuoi?', en: 'Do you want?', field: 'A_X', options: yesOrNo } as const
    await expect(publish([text, question])).rejects.toMatchObject({ data: { detail: { fields: { 'paragraphs.1': expect.any(String) } } } })
    const version = await publish([text])
    expect(version).toBe(before.version + 1)

    const shown = (await client.api.consents.assentText.query())!
    expect(shown).toMatchObject({ kind, version, paragraphs: [{ type: 'text', text: text.it }] })
    const pick = (document: { version: number; hash: string }) => ({ version: document.version, hash: document.hash })
    const [information, preliminary, questions] = [
      await client.api.consents.information.query(),
      await client.api.consents.preliminary.query(),
      await client.api.consents.questions.query(),
    ]
    const preliminaryAnswers = Object.fromEntries(listQuestions(preliminary.paragraphs).map(({ field }) => [field, true]))
    const send = (to: Client, read: { version: number; hash: string }) =>
      to.api.consents.give.mutate({
        information: pick(information),
        preliminary: { ...pick(preliminary), answers: preliminaryAnswers },
        consents: { ...pick(questions), answers: no },
        assentText: pick(read),
      })
    const changed = { data: { detail: { code: 'consent_text_changed' } } }
    await expect(send(client, before), 'an earlier version').rejects.toMatchObject(changed)
    for (const kindOfDocument of ['information', 'preliminary', 'questions'] as const) await mother.api.consents[kindOfDocument].query()
    await expect(send(mother, shown), 'a guardian reads no text for the minor').rejects.toMatchObject(changed)
    await send(client, shown)
    expect(
      await server.database.owner`SELECT DISTINCT assent_kind AS kind, assent_version AS version, assent_hash AS hash FROM consent_event
        WHERE subject = ${child.subject} AND kind = 'consents'`,
    ).toEqual([{ kind, ...pick(shown) }])
    const [event] = await client.api.consents.history.query()
    const documents = await client.api.consents.shownDocuments.query({ entry: event!.entry })
    expect(documents.map((document) => document.kind)).toEqual([kind, 'information', 'preliminary', 'consents'])
    expect(await verifyLedger(server.database.owner)).toBeUndefined()
  })

  test('a minor’s No prevents a guardian’s Yes, unless the setting says otherwise', async () => {
    const child = await createChild()
    const mother = await addGuardian(child.id)
    await give(await signIn(child), no)
    await expect(give(mother)).rejects.toMatchObject({ data: { detail: { code: 'consent_assent_missing' } } })
    expect(await readMedical(child.id)).toBe(false)
    await server.database.owner`UPDATE setting SET value = 'false' WHERE key = 'assent_blocks'`
    await give(mother)
    expect(await readMedical(child.id)).toBe(true)
    await server.database.owner`UPDATE setting SET value = 'true' WHERE key = 'assent_blocks'`
  })

  test('a person under 18 without a guardian opens nothing', async () => {
    const child = await createChild()
    await server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'ca', true)`
      await sql`UPDATE patient_personal SET dob = ${await born(17)} WHERE patient_id = ${child.id}`
    })
    await give(await signIn(child))
    expect(await readMedical(child.id)).toBeNull()
  })

  describe('with a support administrator who acts together with the patient', () => {
    const createSupported = async () => {
      const adult = await createChild()
      const support = await addGuardian(adult.id, { kind: 'SUPPORT_TOGETHER', birthDate: null })
      return { adult, support, patient: await signIn(adult) }
    }

    test.each(['patient', 'support'] as const)('both must say Yes, and the %s can be first', async (first) => {
      const { adult, ...people } = await createSupported()
      await give(people[first])
      expect(await readMedical(adult.id)).toBeNull()
      await give(people[first === 'patient' ? 'support' : 'patient'])
      expect(await readMedical(adult.id)).toBe(true)
      expect(await waiting(people.patient)).toEqual([])
    })

    test('a Yes waits for the same answer to the same question', async () => {
      const { adult, support, patient } = await createSupported()
      await give(support, { ...yes, C_INCIDENTAL: 1 })
      expect(await waiting(patient)).toContain('C_INCIDENTAL')
      expect([await waitsForCaller(support), await waitsForCaller(patient)]).toEqual([false, true])
      await give(patient, { ...yes, C_INCIDENTAL: 2 })
      expect(await waiting(patient)).toEqual(['C_INCIDENTAL'])
      expect(await server.database.owner`SELECT c_db_m, c_incidental FROM patient WHERE id = ${adult.id}`).toEqual([
        { c_db_m: true, c_incidental: null },
      ])
    })

    test('the No of the patient ends the Yes that waits, and a Yes of 30 days ago does not count', async () => {
      const { adult, support, patient } = await createSupported()
      await give(support)
      await give(patient, no)
      expect(await waiting(support)).not.toContain('C_DB_M')
      await expect(give(support)).rejects.toMatchObject({ data: { detail: { code: 'consent_assent_missing' } } })
      const other = await createSupported()
      await give(other.support)
      await server.database.owner`UPDATE consent_proposal SET expires_at = now() - interval '1 second' WHERE patient_id = ${other.adult.id}`
      await give(other.patient)
      expect([await readMedical(adult.id), await readMedical(other.adult.id)]).toEqual([false, null])
    })
  })
})
