import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { createStudiesFixture, type StudiesFixture } from '../features/studies/testing/studies-fixture.ts'
import { remindStudies } from './housekeeping.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
  await fixture.openStudy('REMIND')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const invite = async (centrePatientCode: string, daysAgo: number) => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode, consents: allConsents })
  await fixture.invite('REMIND', patient.fixture.id)
  await fixture.server.database
    .owner`UPDATE study_patient SET invited_at = now() - make_interval(days => ${daysAgo}) WHERE patient_id = ${patient.fixture.id}`
  return patient
}
const letDaysPass = () => fixture.server.database.owner`UPDATE study_patient SET reminded_at = reminded_at - interval '8 days'`
const countMessages = async (): Promise<Record<string, number>> => {
  const rows = await fixture.server.database.owner<{ recipient: string; messages: number }[]>`
    SELECT recipient, count(*)::int AS messages FROM notification WHERE study_id = 'REMIND' GROUP BY recipient ORDER BY recipient`
  return Object.fromEntries(rows.map(({ recipient, messages }) => [recipient, messages]))
}

test('REQ-STU-16: a waiting patient is reminded after a week, at most twice; nobody who answered or withdrew', async () => {
  const [late, early, answers, leaves] = [
    await invite('LATE', 8),
    await invite('EARLY', 3),
    await invite('ANSWERS', 8),
    await invite('LEAVES', 8),
  ]
  expect([late, early]).toHaveLength(2)
  await answers.api.studies.answer.mutate({ id: 'REMIND', answer: 'ConsensoNO' })
  await fixture.server.withdraw(leaves, 'v1')

  await remindStudies(fixture.server.deps)
  await remindStudies(fixture.server.deps)
  expect(await countMessages()).toEqual({ 'late@example.org': 1 })
  for (const _time of [2, 3, 4]) {
    await letDaysPass()
    await remindStudies(fixture.server.deps)
  }
  expect(await countMessages()).toEqual({ 'late@example.org': 2 })
  const [message] = await fixture.server.database.owner`SELECT channel, subject, body FROM notification WHERE study_id = 'REMIND' LIMIT 1`
  expect(message).toMatchObject({
    channel: 'mail',
    subject: expect.stringContaining('aspetta la tua risposta'),
    body: expect.stringContaining('/pstudio/REMIND'),
  })
})

test('REQ-STU-12: a suspended study and one after its last day remind nobody', async () => {
  await invite('WAITS', 8)
  await fixture.admin.api.studies.suspend.mutate({ id: 'REMIND' })
  await remindStudies(fixture.server.deps)
  await fixture.admin.api.studies.reactivate.mutate({ id: 'REMIND' })
  fixture.setDay('2126-04-02')
  await remindStudies(fixture.server.deps)
  expect(await countMessages()).not.toHaveProperty('waits@example.org')
})
