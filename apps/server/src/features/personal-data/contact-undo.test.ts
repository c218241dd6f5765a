import { eventually } from '@registry/db/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import type { Client } from '../../testing/client.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'
import { toChange } from '../../testing/own-data.ts'

let fixture: SignInFixture
let number = 0
let email: string
let patientId: number
let accountId: number
let phone: Client

beforeAll(async () => {
  fixture = await createSignInFixture()
  await fixture.staff('admin@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(async () => {
  number += 1
  email = `before${number}@example.org`
  ;({ id: patientId, accountId } = await fixture.patient({ centrePatientCode: `U${number}`, email, surname: 'VERDI', name: 'EVA' }))
  phone = await openSession()
})

const owner = () => fixture.server.database.owner
const openSession = (): Promise<Client> => fixture.server.signIn(accountId, 'myconsent')

const listTexts = (contact: string): string[] =>
  contact.includes('@')
    ? fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact)).map(({ text }) => text)
    : fixture.sms.messages.filter(({ to }) => to === contact).map(({ text }) => text)

/** Waits for the notice of the latest change and returns the secret of its link. */
const readSecret = (contact: string, after = 0): Promise<string> =>
  eventually(() => {
    const secret = listTexts(contact).flatMap((text) => /\/annulla_recapito#(\S+)/.exec(text)?.[1] ?? [])[after]
    if (secret === undefined) throw new Error(`no notice to ${contact}`)
    return secret
  })

type Contact = {
  readonly login_mode?: 'Email' | 'Mobile'
  readonly email?: string
  readonly mobile_prefix?: string
  readonly mobile?: string
}
const change = async (contact: Contact, sentTo: string, client = phone): Promise<void> => {
  const save = async (otp?: string) => {
    const { version, values } = toChange(await client.api.personalData.read.query())
    return client.api.personalData.save.mutate({ version, values: { ...values, ...contact }, ...(otp && { otp }) })
  }
  await save()
  await save(await fixture.codeFor(sentTo))
}
const undo = (secret: string, client = fixture.browser('myconsent')) => client.api.personalData.undoContactChange.mutate({ secret })
const readContact = async () => (await owner()`SELECT contact, in_use FROM sign_in_contact WHERE account_id = ${accountId}`)[0]
const requestCode = (contact: string) =>
  fixture.browser('myconsent').call('/otp', { json: { username: contact, password: patientPassword } })

describe('the undoing of a changed contact (REQ-PAT-20, THREAT-18)', () => {
  test('the previous contact signs in again; sessions, codes and links of the new one end; the new contact and the centre are informed', async () => {
    const contact = `after${number}@example.org`
    await change({ email: contact }, contact)
    await fixture.browser('myconsent').call('/forgottenpasswordpatient', { json: { username: contact } })
    const secret = await readSecret(email)
    expect(listTexts(email).join()).toContain('entro 7 giorni')
    expect(await undo(secret)).toMatchObject({ undone: true })

    expect(await readContact()).toEqual({ contact: email, in_use: true })
    expect(await owner()`SELECT FROM session WHERE account_id = ${accountId}`).toHaveLength(0)
    expect(await owner()`SELECT FROM one_time_code WHERE account_id = ${accountId} AND used_at IS NULL`).toHaveLength(0)
    expect(await owner()`SELECT FROM sign_in_link WHERE account_id = ${accountId} AND used_at IS NULL`).toHaveLength(0)
    await expect(phone.api.personalData.read.query()).rejects.toThrow()
    await requestCode(email)
    expect(await fixture.codeFor(email)).toMatch(/^\d{6}$/)

    const [toRemoved, toCentre] = await eventually(() => {
      const texts = [
        listTexts(contact).find((text) => text.includes('annullato')),
        listTexts('admin@example.org').find((text) => text.includes(`U${number} `)),
      ]
      if (texts.some((text) => text === undefined)) throw new Error('a notice is missing')
      return texts
    })
    expect(toRemoved).not.toContain(email)
    expect(toCentre).not.toMatch(new RegExp(`${email}|${contact}|VERDI`))
  })

  test('the history contains the contacts, and the log names the patient but no contact and no secret', async () => {
    const contact = `log${number}@example.org`
    await change({ email: contact }, contact)
    const secret = await readSecret(email)
    await undo(secret)
    const history =
      await owner()`SELECT old, new, source FROM field_history WHERE patient_id = ${patientId} AND field = 'email' ORDER BY version`
    expect(history.slice(-2)).toEqual([
      { old: email, new: contact, source: 'patient' },
      { old: contact, new: email, source: 'patient' },
    ])
    const entries = await fixture.server.readAuditLog()
    expect(entries.at(-1)).toMatchObject({
      username: `patient ${patientId}`,
      command: 'UndoContactChange',
      detail: 'the former contact is back',
    })
    expect(JSON.stringify(entries) + fixture.server.log()).not.toMatch(new RegExp(`${secret}|${email}|${contact}`))
    const stored = JSON.stringify(await owner()`SELECT c::text FROM contact_change AS c`)
    expect(stored).not.toContain(secret)
  })

  test('from mobile back to e-mail', async () => {
    const mobile = `33377700${String(number).padStart(2, '0')}`
    await change({ login_mode: 'Mobile', mobile_prefix: '+39', mobile }, `+39${mobile}`)
    expect(await readContact()).toMatchObject({ contact: `+39${mobile}` })
    expect(await undo(await readSecret(email))).toMatchObject({ undone: true })
    expect(await readContact()).toEqual({ contact: email, in_use: true })
    expect(await owner()`SELECT login_mode FROM patient WHERE id = ${patientId}`).toEqual([{ login_mode: 'Email' }])
    await eventually(() => expect(listTexts(`+39${mobile}`).join()).toContain('questo numero non serve più per entrare'))
  })

  test('from e-mail back to mobile, whose holder receives the link by SMS', async () => {
    const mobile = `33377800${String(number).padStart(2, '0')}`
    await change({ login_mode: 'Mobile', mobile_prefix: '+39', mobile }, `+39${mobile}`)
    fixture.advanceClock(60_000)
    const contact = `again${number}@example.org`
    await change({ login_mode: 'Email', email: contact }, contact)
    expect(await undo(await readSecret(`+39${mobile}`))).toMatchObject({ undone: true })
    expect(await readContact()).toEqual({ contact: `+39${mobile}`, in_use: true })
  })

  test('works once', async () => {
    const contact = `once${number}@example.org`
    await change({ email: contact }, contact)
    const secret = await readSecret(email)
    const answers = await Promise.all([undo(secret), undo(secret), undo(secret)])
    expect(answers.filter(({ undone }) => undone)).toHaveLength(1)
    expect(await undo(secret)).toMatchObject({ undone: false })
  })

  test('ends after seven days, and housekeeping deletes it', async () => {
    const contact = `late${number}@example.org`
    await change({ email: contact }, contact)
    const secret = await readSecret(email)
    fixture.advanceClock(7 * 86_400_000 - 1000)
    await owner()`UPDATE session SET ends_at = now() + interval '1 year' WHERE account_id = ${accountId}`
    fixture.advanceClock(1000)
    expect(await undo(secret)).toMatchObject({ undone: false })
    expect(await readContact()).toMatchObject({ contact })
    await owner()`UPDATE contact_change SET changed_at = changed_at - interval '30 days', expires_at = expires_at - interval '30 days' WHERE account_id = ${accountId}`
    await removeExpiredData(fixture.server.database.server)
    expect(await owner()`SELECT FROM contact_change WHERE account_id = ${accountId}`).toHaveLength(0)
  })

  test('the link of the first contact undoes later changes too, whose links then end', async () => {
    const [second, third] = [`second${number}@example.org`, `third${number}@example.org`]
    await change({ email: second }, second)
    fixture.advanceClock(60_000)
    await change({ email: third }, third)
    const [first, later] = [await readSecret(email), await readSecret(second)]
    expect(await undo(first)).toMatchObject({ undone: true })
    expect(await readContact()).toMatchObject({ contact: email })
    expect(await undo(later)).toMatchObject({ undone: false })
    expect(await readContact()).toMatchObject({ contact: email })
  })

  test('the link of a later contact does not end the one of the first contact', async () => {
    const [second, third] = [`b${number}@example.org`, `c${number}@example.org`]
    await change({ email: second }, second)
    fixture.advanceClock(60_000)
    await change({ email: third }, third)
    expect(await undo(await readSecret(second))).toMatchObject({ undone: true })
    expect(await readContact()).toMatchObject({ contact: second })
    expect(await undo(await readSecret(email))).toMatchObject({ undone: true })
    expect(await readContact()).toMatchObject({ contact: email })
  })

  test('a contact that now signs in another account is not restored, and nothing changes', async () => {
    const contact = `mine${number}@example.org`
    await change({ email: contact }, contact)
    await fixture.patient({ centrePatientCode: `V${number}`, email })
    expect(await undo(await readSecret(email))).toMatchObject({ undone: false })
    expect(await readContact()).toMatchObject({ contact })
    expect(await owner()`SELECT FROM session WHERE account_id = ${accountId}`).not.toHaveLength(0)
  })

  test('a correction by the centre stays', async () => {
    const contact = `centre${number}@example.org`
    await change({ email: contact }, contact)
    await owner().begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'RM01', true), set_config('app.source', 'service', true)`
      await sql`UPDATE patient_identity SET email = ${`corrected${number}@example.org`} WHERE patient_id = ${patientId}`
    })
    expect(await undo(await readSecret(email))).toMatchObject({ undone: false })
    expect(await readContact()).toMatchObject({ contact: `corrected${number}@example.org` })
  })

  test.each(['v1', 'v2', 'v3'] as const)('after the withdrawal %s the link is invalid', async (choice) => {
    const contact = `leaves${number}@example.org`
    await change({ email: contact }, contact)
    const secret = await readSecret(email)
    await fixture.server.withdraw(phone, choice)
    expect(await owner()`SELECT FROM contact_change WHERE account_id = ${accountId}`).toHaveLength(0)
    expect(await undo(secret)).toMatchObject({ undone: false })
  })

  test.each(['', 'x', "' OR 1=1", '#'.repeat(100)])('the unknown secret %j undoes nothing', async (secret) => {
    expect(await undo(secret)).toMatchObject({ undone: false })
  })

  test('too long a secret is rejected, and attempts from one address are limited', async () => {
    const visitor = fixture.browser('myconsent')
    await expect(undo('x'.repeat(101), visitor)).rejects.toThrow()
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => undo('x', visitor)))
    expect(answers.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await undo('x')).toMatchObject({ undone: false })
  })

  test('the database rejects more than seven days, and a hash of another length', async () => {
    const insert = (secret: Buffer, hours: number) => owner()`
      INSERT INTO contact_change (secret_hash, account_id, former_mode, former_version, changed_at, expires_at)
      VALUES (${secret}, ${accountId}, 'Email', 1, now(), now() + make_interval(hours => ${hours}))`
    await expect(insert(Buffer.alloc(32), 7 * 24 + 1)).rejects.toThrow('contact_change_days')
    await expect(insert(Buffer.alloc(31), 1)).rejects.toThrow('contact_change_secret')
  })
})
