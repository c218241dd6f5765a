import { describe, expect, test } from 'vitest'
import { allConsents, giveConsents, makeStaff } from '../testing/fixtures.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction } from '../transaction.ts'

const database = useTestDatabase('RM01', 'MI01')
const administrator = { actor: 'ga@example.org', source: 'form', scope: { kind: 'areas', areas: ['W'] } } as const

type Kind = 'information' | 'preliminary' | 'consents'
/** Publishes a version with other words and returns its number. */
const publish = async (kind: Kind, material = true, fields: readonly string[] = []): Promise<number> => {
  const [published] = await database.owner<{ version: number }[]>`
    INSERT INTO consent_document (kind, version, content, needs_new_answer, concerned_fields)
    SELECT kind, version + 1, replace(content::text, 'registro', 'archivio')::jsonb, ${material}, ${[...fields]}::text[]
    FROM consent_document WHERE kind = ${kind} ORDER BY version DESC LIMIT 1 RETURNING version`
  return published!.version
}
const listAsked = async (kind: Kind, version: number) => {
  const rows = await database.owner<{ id: number; fields: string[]; open: boolean }[]>`
    SELECT patient_id AS id, fields, answered_at IS NULL AS open FROM reconsent_request WHERE kind = ${kind} AND version = ${version} ORDER BY patient_id`
  return rows.map(({ id, fields, open }) => [id, fields.join(' '), open])
}

describe('REQ-CON-20: the patients whom a material version asks', () => {
  test('are those who answered; by named questions, those who did not refuse them', async () => {
    const all = await database.createPatient({ consents: allConsents })
    const refused = await database.createPatient({ centre: 'MI01', consents: { ...allConsents, C_F: false } })
    const none = await database.createPatient({ consents: { C_DB_P: false, C_DB_M: false, C_F: false } })
    await database.createPatient()
    const gone = await database.createPatient({ consents: allConsents })
    await withTransaction(database.server, patientContext(gone.id), ({ sql }) => sql`SELECT withdraw_patient(${gone.id}, 'v1')`)

    const editorial = await publish('consents', false)
    expect(await listAsked('consents', editorial)).toEqual([])
    for (const kind of ['information', 'preliminary', 'consents'] as const)
      expect(await listAsked(kind, await publish(kind))).toEqual([all, refused, none].map(({ id }) => [id, '', true]))

    const named = await publish('consents', true, ['C_F', 'C_INCIDENTAL'])
    expect(await listAsked('consents', named)).toEqual([
      [all.id, 'C_F C_INCIDENTAL', true],
      [refused.id, 'C_INCIDENTAL', true],
      // No document asked this patient about incidental findings.
      [none.id, 'C_INCIDENTAL', true],
    ])
    expect(await listAsked('information', await publish('information', true, ['C_F']))).toEqual([[all.id, 'C_F', true]])
  })

  test('have one message each, which the answer deletes if it is not sent yet; the answer closes all requests', async () => {
    const [email, mobile] = [
      await database.createPatient({ consents: allConsents }),
      await database.createPatient({ consents: allConsents, mobile: '3331234567' }),
    ]
    await makeStaff(database.owner, administrator.actor, [{ role: 'GlobalAdmin', areaid: 'W' }])
    const [first, version] = [await publish('information'), await publish('consents')]
    const texts = JSON.stringify([
      { language: 'it', channel: 'mail', subject: 'S', body: 'M' },
      { language: 'it', channel: 'sms', subject: '', body: 'K' },
    ])
    const notify = (actor: string = administrator.actor) =>
      withTransaction(database.server, { ...administrator, actor }, async ({ sql }) => {
        const [asked] = await sql<
          { patients: number }[]
        >`SELECT notify_reconsent_requests('consents', ${version}, ${texts}::text::jsonb, 60) AS patients`
        return asked?.patients
      })
    expect(await notify('nobody@example.org')).toBe(0)
    expect(await notify()).toBeGreaterThanOrEqual(2)
    expect(await notify()).toBe(0)
    const listMessages = async () => {
      const rows = await database.owner<{ line: string }[]>`
        SELECT channel || ' ' || body AS line FROM notification WHERE patient_id IN (${email.id}, ${mobile.id}) AND requires_reconsent ORDER BY 1`
      return rows.map(({ line }) => line)
    }
    expect(await listMessages()).toEqual(['mail M', 'sms K'])

    await giveConsents(database.owner, email.subject, allConsents)
    expect(await listMessages()).toEqual(['sms K'])
    for (const [kind, number] of [
      ['information', first],
      ['consents', version],
    ] as const) {
      const asked = await listAsked(kind, number)
      expect(asked.filter(([id]) => id === email.id || id === mobile.id)).toEqual([
        [email.id, '', false],
        [mobile.id, '', true],
      ])
    }
  })

  test('THREAT-34: an answer to the older text that arrives while a material one is published is asked again', async () => {
    const { id, subject } = await database.createPatient()
    await giveConsents(database.owner, subject, { C_DB_P: true })
    const version = await publish('consents')
    await database.owner`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT subject, field, 'false', kind, version, language, client, information_version, preliminary_version, channel, actor
      FROM consent_event WHERE subject = ${subject} AND field = 'C_DB_P'`
    expect((await listAsked('consents', version)).filter(([patient]) => patient === id)).toEqual([[id, '', true]])
  })

  test('patients read only their own requests; erasing the patient deletes them', async () => {
    const [own, other] = [await database.createPatient({ consents: allConsents }), await database.createPatient({ consents: allConsents })]
    await publish('consents')
    const read = (context: Parameters<typeof withTransaction>[1]) =>
      withTransaction(database.server, context, ({ sql }) => sql<{ id: number }[]>`SELECT DISTINCT patient_id AS id FROM reconsent_request`)
    expect(await read(patientContext(own.id))).toEqual([{ id: own.id }])
    expect(await read(administrator)).toEqual([])
    await withTransaction(database.server, patientContext(other.id), ({ sql }) => sql`SELECT withdraw_patient(${other.id}, 'v3')`)
    expect(await database.owner`SELECT FROM reconsent_request WHERE patient_id = ${other.id}`).toHaveLength(0)
  })
})

describe('REQ-CON-18: changes that the database prevents', () => {
  test.each<[string, Kind, boolean, readonly string[], string]>([
    ['questions of an editorial version', 'consents', false, ['C_F'], 'consent_document_concerned'],
    ['an unknown question', 'consents', true, ['C_OTHER'], 'consent_document_concerned_fields'],
    ['a preliminary question as concerned', 'preliminary', true, ['P_READ'], 'consent_document_concerned_fields'],
  ])('%s', async (_case, kind, material, fields, constraint) => {
    await expect(publish(kind, material, fields)).rejects.toMatchObject({ constraint_name: constraint })
  })

  test('consents without one of the seven questions', async () => {
    const published = database.owner`
      INSERT INTO consent_document (kind, version, content)
      SELECT kind, 100, replace(content::text, '"C_F"', '"C_G"')::jsonb FROM consent_document WHERE kind = 'consents' AND version = 1`
    await expect(published).rejects.toMatchObject({ constraint_name: 'consent_document_questions' })
  })

  test('THREAT-06: anybody but an active GlobalAdmin who drafts or publishes, also in another name', async () => {
    await makeStaff(database.owner, 'dm@example.org', [{ role: 'DataManager', areaid: 'W' }])
    await makeStaff(database.owner, 'other@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const attempt = (actor: string, as: string, what: 'document' | 'draft') =>
      withTransaction(database.server, { ...administrator, actor }, ({ sql }) =>
        what === 'draft'
          ? sql`INSERT INTO consent_document_draft (kind, paragraphs, based_on, changed_by) VALUES ('information', '[]', 1, ${as})`
          : sql`INSERT INTO consent_document (kind, version, published_by, content) SELECT kind, 90, ${as}, content FROM consent_document WHERE kind = 'information' AND version = 1`,
      )
    for (const [actor, as] of [
      ['dm@example.org', 'dm@example.org'],
      ['other@example.org', administrator.actor],
    ] as const)
      for (const what of ['document', 'draft'] as const) await expect(attempt(actor, as, what)).rejects.toThrow('row-level security')
    await attempt('other@example.org', 'other@example.org', 'draft')
  })
})
