import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStudiesFixture, decision, type StudiesFixture } from './testing/studies-fixture.ts'

let fixture: StudiesFixture
beforeAll(async () => {
  fixture = await createStudiesFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.server.database.owner`DELETE FROM notification`)

/** The recipients and subjects of the mails since the last call. */
const claimMails = async () => {
  const taken = await fixture.server.database.owner<{ recipient: string; subject: string; body: string }[]>`
    DELETE FROM notification WHERE channel = 'mail' RETURNING recipient, subject, body`
  return taken.toSorted((a, b) => a.recipient.localeCompare(b.recipient))
}
const listMails = async () => (await claimMails()).map(({ recipient, subject }) => [recipient, subject])

test('REQ-STU-19: each step of a study mails the people who act next or take part', async () => {
  await fixture.createStudy('STEPS')
  expect(await listMails()).toEqual([['rome@example.org', 'Studio STEPS: serve la valutazione del comitato etico']])
  await fixture.approve('STEPS')
  expect(await listMails()).toEqual([
    ['ga@example.org', 'Studio STEPS: approvato dal centro principale'],
    ['milan@example.org', 'Studio STEPS: il tuo centro può partecipare'],
  ])
  await fixture.milan.api.studies.decideEthics.mutate({ id: 'STEPS', approved: true, ...decision })
  expect(await listMails()).toEqual([])
  await fixture.admin.api.studies.setEndDate.mutate({ id: 'STEPS', endDate: '2126-04-01' })
  const opened = await claimMails()
  expect(opened.map(({ recipient }) => recipient)).toEqual(['milan@example.org', 'rome@example.org'])
  expect(opened[0]?.body).toContain('fino al 01/04/2126 compreso')
  expect(opened[0]?.body).toContain('/ca_studio/STEPS')
  await fixture.admin.api.studies.setEndDate.mutate({ id: 'STEPS', endDate: '2126-05-01' })
  expect(await listMails()).toEqual([])
  const both = (subject: string) => ['milan@example.org', 'rome@example.org'].map((recipient) => [recipient, subject])
  await fixture.admin.api.studies.suspend.mutate({ id: 'STEPS' })
  expect(await listMails()).toEqual(both('Studio STEPS: sospeso'))
  await fixture.admin.api.studies.reactivate.mutate({ id: 'STEPS' })
  expect(await listMails()).toEqual(both('Studio STEPS: non più sospeso'))
  await fixture.admin.api.studies.terminate.mutate({ id: 'STEPS' })
  expect(await listMails()).toEqual(both('Studio STEPS: concluso'))
})

test('REQ-STU-19: a refusal of the main centre mails the GlobalAdmins only, and a rejected step mails nobody', async () => {
  await fixture.createStudy('ENDS')
  await fixture.rome.api.studies.decideEthics.mutate({ id: 'ENDS', approved: false, ...decision })
  expect((await listMails()).map(([recipient]) => recipient)).toEqual(['ga@example.org', 'rome@example.org'])
  await expect(fixture.admin.api.studies.terminate.mutate({ id: 'ENDS' })).rejects.toThrow('concluso')
  expect(await listMails()).toEqual([])
})
