import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { allConsents, makeCentre, makeStaff, type PatientFixture } from '@registry/db/testing/fixtures'
import { endUnansweredRegistrations } from '../../jobs/housekeeping.ts'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import type { Client } from '../../testing/client.ts'
import { patientPassword, createSignInFixture, type SignInFixture } from './testing/sign-in-fixture.ts'
import { errorWithCode } from './testing/second-factor-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(fixture.server.database.owner, 'MI01', 'ITC4')
  await makeStaff(fixture.server.database.owner, 'ca.rm01@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
})
afterAll(() => fixture[Symbol.asyncDispose]())

const chosen = 'sette gatti sotto il portico'
const listMailsTo = (contact: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact))

type Twice = {
  readonly previous: PatientFixture
  readonly invited: PatientFixture
  readonly contact: string
  readonly secret: string
  open(): Promise<Client>
}

/** A patient of RM01, whom MI01 registers and invites too; `open` opens that invitation in a new browser. */
const registerTwice = async (name: string): Promise<Twice> => {
  const contact = `${name}@example.org`
  const previous = await fixture.patient({ centrePatientCode: `F-${name}`, email: contact, consents: allConsents })
  const invited = await fixture.patient({ centrePatientCode: `I-${name}`, centre: 'MI01', email: contact, passwordHash: null })
  const scope = { kind: 'centre', centre: 'MI01' } as const
  await withTransaction(fixture.server.database.server, { actor: 'center MI01', source: 'service', scope }, (tx) =>
    inviteNewPatients(fixture.server.deps, tx, [invited.id]),
  )
  const secret = await eventually(() => {
    const link = listMailsTo(contact).flatMap(({ text }) => /loginp\?u=\S+&p=(\S+)/.exec(text)?.[1] ?? [])[0]
    if (!link) throw new Error('no invitation arrived')
    return link
  })
  return {
    previous,
    invited,
    contact,
    secret,
    open: async () => {
      const browser = fixture.browser('myconsent')
      expect(await browser.api.signIn.openLink.mutate({ username: contact, password: secret })).toEqual({ expired: true })
      return browser
    },
  }
}

const signIn = async (contact: string, password: string): Promise<Client> => {
  const browser = fixture.browser('myconsent')
  await browser.api.signIn.requestCode.mutate({ username: contact, password })
  await browser.api.signIn.withCode.mutate({ username: contact, otp: await fixture.codeFor(contact) })
  return browser
}

describe('REQ-PAT-04: an invitation to a contact that has an account', () => {
  it('the holder of the link sees the inviting centre and must choose before choosing a password', async () => {
    const { contact, open } = await registerTwice('asks')
    const browser = await open()
    expect(await browser.api.session.current.query()).toMatchObject({
      username: contact,
      passwordExpired: true,
      invitedBy: 'Centro MI01',
      name: '',
    })
    await expect(browser.api.signIn.changePassword.mutate({ newpassword: chosen })).rejects.toMatchObject(errorWithCode('contact_in_use'))
    const strangers = fixture.browser('myconsent')
    expect(await strangers.api.signIn.openLink.mutate({ username: contact, password: 'A'.repeat(43) })).toEqual({ expired: false })
    expect(await strangers.api.session.current.query()).toBeNull()
  })

  it('opening the link in a signed-in browser keeps the session and names the other centre', async () => {
    const { contact, secret } = await registerTwice('inside')
    const browser = await signIn(contact, patientPassword)
    await expect(browser.api.signIn.openLink.mutate({ username: contact, password: secret })).rejects.toMatchObject(
      errorWithCode('link_of_other_centre'),
    )
    expect(await browser.api.session.current.query()).toMatchObject({ name: 'LUCA' })
  })

  it('without an account in use, a forgotten password sends the newest invitation', async () => {
    const { owner } = fixture.server.database
    await fixture.patient({ centrePatientCode: 'LOST-1', email: 'lost@example.org', passwordHash: null })
    const newest = await fixture.patient({ centrePatientCode: 'LOST-2', centre: 'MI01', email: 'lost@example.org', passwordHash: null })
    await fixture.browser('myconsent').api.signIn.forgottenByPatient.mutate({ username: 'lost@example.org' })
    const links =
      await owner`SELECT l.account_id FROM sign_in_link l JOIN sign_in_contact c USING (account_id) WHERE c.contact = 'lost@example.org'`
    expect(links.map(({ account_id: id }) => id)).toEqual([newest.accountId])
  })

  it('THREAT-12: sign-in, codes and forgotten passwords still belong to the account in use', async () => {
    const { contact, previous } = await registerTwice('keeps')
    const browser = await signIn(contact, patientPassword)
    expect(await browser.api.session.current.query()).toMatchObject({ name: 'LUCA', patient: { c_db_m: true } })
    await fixture.browser('myconsent').api.signIn.forgottenByPatient.mutate({ username: contact })
    const resets = await fixture.server.database.owner`SELECT account_id FROM sign_in_link WHERE purpose = 'reset'`
    expect(resets.map(({ account_id: id }) => id)).toContain(previous.accountId)
  })

  it('staying ends the session and keeps the registration invited and the link live', async () => {
    const { contact, invited, open } = await registerTwice('stays')
    const browser = await open()
    await browser.api.signIn.answerInvitation.mutate({ choice: 'stay' })
    expect(await browser.api.session.current.query()).toBeNull()
    expect(await fixture.server.database.owner`SELECT password_hash FROM account WHERE patient_id = ${invited.id}`).toMatchObject([
      { password_hash: null },
    ])
    expect(await (await open()).api.session.current.query()).toMatchObject({ invitedBy: 'Centro MI01' })
    expect(await (await signIn(contact, patientPassword)).api.session.current.query()).toMatchObject({ patient: { c_db_m: true } })
  })

  it('moving closes the previous record, signs its patient out, informs its centre without the new one, and allows a password', async () => {
    const { contact, previous, invited, open } = await registerTwice('moves')
    const before = await signIn(contact, patientPassword)
    const browser = await open()
    await browser.api.signIn.answerInvitation.mutate({ choice: 'move' })
    expect(await before.api.session.current.query()).toBeNull()
    const current = await browser.api.session.current.query()
    expect(current).toMatchObject({ passwordExpired: true })
    expect(current).not.toHaveProperty('invitedBy')
    await browser.api.signIn.changePassword.mutate({ newpassword: chosen })
    const again = fixture.browser('myconsent')
    await again.api.signIn.requestCode.mutate({ username: contact, password: chosen })
    await again.api.signIn.withCode.mutate({ username: contact, otp: await fixture.codeFor(contact, 1) })
    expect(await again.api.session.current.query()).toMatchObject({ patient: { c_db_m: null } })

    const { owner } = fixture.server.database
    expect(await owner`SELECT c_db_no_notification AS withdrawn FROM patient WHERE id = ${previous.id}`).toMatchObject([
      { withdrawn: 'v1' },
    ])
    const mail = await eventually(() => {
      const [sent] = listMailsTo('ca.rm01@example.org').filter(({ text }) => text.includes('F-moves'))
      if (!sent) throw new Error('the previous centre got no mail')
      return sent
    })
    expect(mail.text).toContain('è passato a un altro centro')
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/MI01|I-moves|moves@/)
    await expect.poll(() => listMailsTo(contact).map(({ subject }) => subject)).toContain('Sei passato a un altro centro')
    const entries = (await fixture.server.readAuditLog()).filter(({ command }) => command === 'answerInvitation')
    expect(entries).toContainEqual(
      expect.objectContaining({ username: `patient ${invited.id}`, outcome: 'done', detail: 'moves away from centre RM01' }),
    )
  })

  it('a session without that choice cannot answer, and no record is closed', async () => {
    const { previous } = await registerTwice('alone')
    const patient = await signIn('alone@example.org', patientPassword)
    const other = await fixture.patient({ centrePatientCode: 'UNASKED', email: 'unasked@example.org', passwordHash: null })
    const restricted = await fixture.server.signIn(other.accountId, 'myconsent', true)
    await expect(patient.api.signIn.answerInvitation.mutate({ choice: 'move' })).rejects.toMatchObject(errorWithCode('permission_denied'))
    for (const choice of ['stay', 'move'] as const) {
      await expect(restricted.api.signIn.answerInvitation.mutate({ choice })).rejects.toMatchObject(errorWithCode('not_found'))
    }
    expect(
      await fixture.server.database.owner`SELECT c_db_no_notification AS withdrawn FROM patient WHERE id = ${previous.id}`,
    ).toMatchObject([{ withdrawn: null }])
  })

  it('of two answered invitations, the second fails because the contact is in use', async () => {
    const [first, second] = [
      await fixture.patient({ centrePatientCode: 'RACE-1', email: 'race@example.org', passwordHash: null }),
      await fixture.patient({ centrePatientCode: 'RACE-2', centre: 'MI01', email: 'race@example.org', passwordHash: null }),
    ]
    const browsers = await Promise.all([first, second].map(({ accountId }) => fixture.server.signIn(accountId, 'myconsent', true)))
    const answers = await Promise.allSettled(browsers.map((browser) => browser.api.signIn.changePassword.mutate({ newpassword: chosen })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: errorWithCode('contact_in_use') })
  })
})

it('REQ-PAT-04: an unanswered registration ends after 90 days, and a mail informs its centre', async () => {
  const { owner } = fixture.server.database
  const silent = await fixture.patient({ centrePatientCode: 'SILENT-1', email: 'silent@example.org', passwordHash: null })
  await owner`UPDATE patient SET created_at = now() - interval '91 days' WHERE id = ${silent.id}`
  await endUnansweredRegistrations(fixture.server.deps)
  expect(await owner`SELECT FROM patient WHERE id = ${silent.id}`).toHaveLength(0)
  await expect
    .poll(() => listMailsTo('ca.rm01@example.org').filter(({ text }) => text.includes('SILENT-1')))
    .toMatchObject([{ subject: 'Centro RM01: una registrazione senza risposta' }])
})
