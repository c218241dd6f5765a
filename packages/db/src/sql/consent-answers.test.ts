import { describe, expect, test } from 'vitest'
import { allConsents, giveConsents, sendDocuments } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const listEvents = (subject: string) => database.owner`SELECT field FROM consent_event WHERE subject = ${subject}`

describe('THREAT-34: the database rejects an answer that is not an option of its question', () => {
  test.each<[string, unknown]>([
    ['C_INCIDENTAL', 0],
    ['C_INCIDENTAL', -5],
    ['C_INCIDENTAL', 4],
    ['C_INCIDENTAL', 1.5],
    ['C_INCIDENTAL', 99_999],
    ['C_INCIDENTAL', true],
    ['C_INCIDENTAL', '1'],
    ['C_DB_P', 1],
    ['C_DB_P', 'true'],
    ['C_DB_P', 'v1'],
  ])('%s = %j', async (field, answer) => {
    const { subject } = await database.createPatient()
    const written = giveConsents(database.owner, subject, { [field]: answer as boolean })
    await expect(written).rejects.toMatchObject({ constraint_name: 'consent_event_option' })
    expect(await listEvents(subject)).toEqual([])
  })

  test('one invalid answer rejects the whole statement', async () => {
    const { subject } = await database.createPatient()
    await sendDocuments(database.owner, subject)
    const written = database.owner`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT ${subject}, field, answer, 'consents', 3, 'it', 'myconsent', 4, 1, 'patient', 'patient'
      FROM (VALUES ('C_DB_P', 'true'::jsonb), ('C_INCIDENTAL', '0')) AS given (field, answer)`
    await expect(written).rejects.toMatchObject({ constraint_name: 'consent_event_option' })
    expect(await listEvents(subject)).toEqual([])
  })

  test.each(['C_UNKNOWN', 'P_READ', 'C_DB', 'constructor'])('%s is not a consent question', async (field) => {
    const { subject } = await database.createPatient()
    await expect(giveConsents(database.owner, subject, { [field]: true })).rejects.toMatchObject({ constraint_name: 'consent_event_field' })
  })

  test.each([
    ['C_DB', '1', 'consent_event_registration'],
    ['C_DB_NO_NOTIFICATION', '"v4"', 'consent_event_withdrawal'],
    ['C_DB_NO_NOTIFICATION', 'true', 'consent_event_withdrawal'],
  ])('%s = %s', async (field, answer, constraint) => {
    const { subject } = await database.createPatient()
    const written = database.owner`
      INSERT INTO consent_event (subject, field, answer, channel, actor) VALUES (${subject}, ${field}, ${answer}, 'system', 'x')`
    await expect(written).rejects.toMatchObject({ constraint_name: constraint })
  })
})

test('an old answer outside the options does not count and does not block the next one', async () => {
  const { id, subject } = await database.createPatient()
  const { owner } = database
  await owner`ALTER TABLE consent_event DISABLE TRIGGER check_consent_answers`
  for (const answer of [-5, 99_999]) await giveConsents(owner, subject, { C_INCIDENTAL: answer })
  await owner`ALTER TABLE consent_event ENABLE TRIGGER check_consent_answers`
  const chosen = async () => (await owner`SELECT c_incidental FROM patient WHERE id = ${id}`)[0]?.['c_incidental']
  expect(await chosen()).toBe(null)
  await giveConsents(owner, subject, allConsents)
  expect(await chosen()).toBe(allConsents.C_INCIDENTAL)
})

test('THREAT-34: a newer version rejects a question that only the older one has', async () => {
  const { owner } = database
  const more = {
    it: { type: 'radio', text: 'Altro?', options: ['Sì', 'No'], field: 'C_MORE' },
    en: { type: 'radio', text: 'More?', options: ['Yes', 'No'], field: 'C_MORE' },
  }
  await owner`
    INSERT INTO consent_document (kind, version, content)
    SELECT kind, 4, jsonb_build_object('it', content -> 'it' || ${JSON.stringify(more.it)}::jsonb, 'en', content -> 'en' || ${JSON.stringify(more.en)}::jsonb)
    FROM consent_document WHERE kind = 'consents' AND version = 3`
  const { subject } = await database.createPatient()
  await giveConsents(owner, subject, { C_MORE: true })
  await owner`INSERT INTO consent_document (kind, version, content) SELECT kind, 5, content FROM consent_document WHERE kind = 'consents' AND version = 3`
  await expect(giveConsents(owner, subject, { C_MORE: true })).rejects.toMatchObject({ constraint_name: 'consent_event_field' })
  await giveConsents(owner, subject, { C_F: true })
})
