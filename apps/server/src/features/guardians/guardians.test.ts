import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { makeCentre, makeGuardianship, makePatient } from '@registry/db/testing/fixtures'
import type { Client } from '../../testing/client.ts'
import { csv } from '../imports/testing/import-fixture.ts'
import { createSignInFixture, patientPassword, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'

type Staff = Awaited<ReturnType<SignInFixture['server']['staff']>>
let fixture: SignInFixture
let [rome, milan]: Staff[] = []
const day = (years: number): string => {
  const date = new Date(fixture.now())
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}

beforeAll(async () => {
  fixture = await createSignInFixture()
  await makeCentre(fixture.server.database.owner, 'MI01')
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const patient = (code: string, options: object = {}) =>
  makePatient(fixture.server.database.owner, { centre: 'RM01', centrePatientCode: code, ...options })
const parent = (code: string, given: object = {}) => ({
  code,
  kind: 'PARENT' as const,
  mustSign: true,
  evidence: 'ID_SEEN' as const,
  birthDate: day(9),
  surname: 'VERDI',
  name: 'ANNA',
  loginMode: 'Email' as const,
  email: `${code.toLowerCase()}.tutore@example.org`,
  ...given,
})
const rejected = (code: string) => ({ data: { detail: { code } } })
const rejectedField = (field: string) => ({ data: { detail: { code: 'validation_failed', fields: { [field]: expect.any(String) } } } })
const findId = async (code: string): Promise<number> => (await rome!.api.guardians.list.query({ code })).guardians[0]!.id
const mailsTo = (contact: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(contact))

describe('REQ-GRD-14: a guardian changes their contact', () => {
  const createGuardian = async (code: string) => {
    const { id } = await patient(code)
    const contact = `${code.toLowerCase()}.tutore@example.org`
    const held = await fixture.server.database.owner.begin((sql) =>
      makeGuardianship(sql, { patientId: id, centre: 'RM01', contact, kind: 'PARENT', birthDate: day(9), accepted: true }),
    )
    return { contact, accountId: held.accountId, client: await fixture.server.signIn(held.accountId, 'myconsent') }
  }
  const readContact = async (accountId: number) =>
    (await fixture.server.database.owner`SELECT contact, in_use FROM sign_in_contact WHERE account_id = ${accountId}`)[0]

  test('with the code that was sent to the new one; the previous one gets a notice, and what the centre entered stays', async () => {
    const { contact, accountId, client } = await createGuardian('MOVE')
    const email = 'moved.tutore@example.org'
    const change = (otp?: string) => client.api.guardian.changeContact.mutate({ loginMode: 'Email', email, ...(otp && { otp }) })
    expect(await change()).toMatchObject({ codeSent: { channel: 'mail' } })
    expect(await readContact(accountId)).toMatchObject({ contact })
    await expect(change('000000')).rejects.toMatchObject(rejectedField('otp'))
    expect(await change(await fixture.codeFor(email))).toEqual({ codeSent: null })
    expect(await readContact(accountId)).toEqual({ contact: email, in_use: true })
    expect(await client.api.session.current.query()).toMatchObject({ username: email })
    await expect.poll(() => mailsTo(contact).map(({ text }) => text)).toContainEqual(expect.stringContaining('annulla il cambio'))
    expect(
      mailsTo(contact)
        .map(({ text }) => text)
        .join(),
    ).not.toContain(email)
    expect(await rome!.api.guardians.list.query({ code: 'MOVE' })).toMatchObject({ guardians: [{ contact }] })
  })

  describe('THREAT-18: the holder of the previous contact', () => {
    const readSecret = (contact: string): Promise<string> =>
      eventually(() => {
        const [, secret] = /\/annulla_recapito#(\S+)/.exec(mailsTo(contact).at(-1)?.text ?? '') ?? []
        if (secret === undefined) throw new Error(`no link to ${contact}`)
        return secret
      })
    const undo = (secret: string) => fixture.browser('myconsent').api.personalData.undoContactChange.mutate({ secret })
    const change = async (client: Client, email: string) => {
      await client.api.guardian.changeContact.mutate({ loginMode: 'Email', email })
      await client.api.guardian.changeContact.mutate({ loginMode: 'Email', email, otp: await fixture.codeFor(email) })
    }

    test('undoes the change: the sessions end, the new contact and the centres of the patients are informed', async () => {
      const { contact, accountId, client } = await createGuardian('UNDO')
      const email = 'undo.other@example.org'
      await change(client, email)
      const secret = await readSecret(contact)
      expect(await undo(secret)).toEqual({ undone: true, byCentre: false })
      expect(await readContact(accountId)).toEqual({ contact, in_use: true })
      await expect(client.api.guardian.children.query()).rejects.toMatchObject(rejected('session_required'))
      await expect.poll(() => mailsTo(email).map(({ text }) => text)).toContainEqual(expect.stringContaining('annullato'))
      const toCentre = await eventually(() => {
        const mail = mailsTo('rome@example.org').find(({ text }) => text.includes('tutore del paziente con codice UNDO'))
        if (!mail) throw new Error('no mail to the centre')
        return mail.text
      })
      expect(toCentre).not.toMatch(new RegExp(`${contact}|${email}`))
      expect(await undo(secret), 'once').toMatchObject({ undone: false })
      expect(await fixture.server.readAuditLog()).toContainEqual(
        expect.objectContaining({
          username: expect.stringMatching(/^guardian /),
          command: 'UndoContactChange',
          detail: 'the former contact is back',
        }),
      )
    })

    test('undoes a change from a mobile, also after a later change', async () => {
      const { contact, accountId, client } = await createGuardian('UNDOTWICE')
      await client.api.guardian.changeContact.mutate({ loginMode: 'Mobile', mobile: '333 7654111' })
      await client.api.guardian.changeContact.mutate({
        loginMode: 'Mobile',
        mobile: '333 7654111',
        otp: await fixture.codeFor('+393337654111'),
      })
      const secret = await readSecret(contact)
      fixture.advanceClock(60_000)
      await change(client, 'undo.third@example.org')
      expect(await undo(secret)).toMatchObject({ undone: true })
      expect(await readContact(accountId)).toMatchObject({ contact })
    })

    test('undoes nothing after seven days, and not when the contact signs in somebody else', async () => {
      const [late, taken] = [await createGuardian('UNDOLATE'), await createGuardian('UNDOTAKEN')]
      await change(late.client, 'undo.late@example.org')
      await change(taken.client, 'undo.taken@example.org')
      await patient('UNDOTAKER', { email: taken.contact, passwordHash: 'x' })
      expect(await undo(await readSecret(taken.contact))).toMatchObject({ undone: false })
      expect(await readContact(taken.accountId)).toMatchObject({ contact: 'undo.taken@example.org' })
      const secret = await readSecret(late.contact)
      await fixture.server.database.owner`
        UPDATE contact_change SET changed_at = changed_at - interval '7 days', expires_at = expires_at - interval '7 days' WHERE account_id = ${late.accountId}`
      expect(await undo(secret)).toMatchObject({ undone: false })
      expect(await readContact(late.accountId)).toMatchObject({ contact: 'undo.late@example.org' })
    })
  })

  test('THREAT-12: the contact of another guardian is taken', async () => {
    const [one, other] = [await createGuardian('TWINONE'), await createGuardian('TWINTWO')]
    await one.client.api.guardian.changeContact.mutate({ loginMode: 'Email', email: other.contact })
    const otp = await fixture.codeFor(other.contact)
    await expect(one.client.api.guardian.changeContact.mutate({ loginMode: 'Email', email: other.contact, otp })).rejects.toMatchObject(
      rejectedField('email'),
    )
    expect(await readContact(one.accountId)).toMatchObject({ contact: one.contact })
  })

  test('to a mobile, with a code by SMS', async () => {
    const { accountId, client } = await createGuardian('PHONE')
    const mobile = { loginMode: 'Mobile', mobile: '333 7654987' } as const
    expect(await client.api.guardian.changeContact.mutate(mobile)).toMatchObject({ codeSent: { channel: 'sms' } })
    await client.api.guardian.changeContact.mutate({ ...mobile, otp: await fixture.codeFor('+393337654987') })
    expect(await readContact(accountId)).toMatchObject({ contact: '+393337654987' })
  })

  test('THREAT-12: only who has the code learns that another account uses the contact', async () => {
    const { accountId, contact, client } = await createGuardian('TAKEN')
    const email = 'taken.contact@example.org'
    await patient('TAKER', { email, passwordHash: 'x' })
    expect(await client.api.guardian.changeContact.mutate({ loginMode: 'Email', email })).toMatchObject({ codeSent: { channel: 'mail' } })
    const otp = await fixture.codeFor(email)
    await expect(client.api.guardian.changeContact.mutate({ loginMode: 'Email', email, otp })).rejects.toMatchObject(rejectedField('email'))
    expect(await readContact(accountId)).toMatchObject({ contact })
  })

  test('is refused with a wrong address, without a fresh password check, and to a patient', async () => {
    const { client } = await createGuardian('WRONG')
    await expect(client.api.guardian.changeContact.mutate({ loginMode: 'Email', email: 'x' })).rejects.toMatchObject(rejectedField('email'))
    fixture.advanceClock(11 * 60_000)
    await expect(client.api.guardian.changeContact.mutate({ loginMode: 'Email', email: 'y@example.org' })).rejects.toMatchObject(
      rejected('reauthentication_required'),
    )
    const { accountId } = await patient('NOGUARD')
    const other = await fixture.server.signIn(accountId, 'myconsent')
    await expect(other.api.guardian.changeContact.mutate({ loginMode: 'Email', email: 'z@example.org' })).rejects.toMatchObject(
      rejected('permission_denied'),
    )
  })
})

describe('REQ-GRD-01: a CenterAdmin adds a guardian', () => {
  test('who is invited once, is listed as pending, and accepts with the first password', async () => {
    await patient('ADD')
    await rome!.api.guardians.add.mutate(parent('ADD'))
    const contact = 'add.tutore@example.org'
    await expect.poll(() => mailsTo(contact).length).toBe(1)
    const [mail] = mailsTo(contact)
    expect(mail?.text).not.toMatch(/BIANCHI|LUCA/)
    const list = await rome!.api.guardians.list.query({ code: 'ADD' })
    expect(list).toMatchObject({
      birthDate: day(9),
      reachable: true,
      guardians: [{ surname: 'VERDI', contact, state: 'pending', kind: 'PARENT' }],
    })
    const link = new URL(/http\S+loginp\S+/.exec(mail?.text ?? '')![0])
    const browser = fixture.browser('myconsent')
    const opened = { username: link.searchParams.get('u')!, password: link.searchParams.get('p')! }
    expect(await browser.api.signIn.openLink.mutate(opened)).toEqual({ expired: true })
    expect(await browser.api.session.current.query()).toMatchObject({ registeredBy: 'Centro RM01', actingFor: null })
    await browser.api.signIn.changePassword.mutate({ newpassword: patientPassword })
    expect(await rome!.api.guardians.list.query({ code: 'ADD' })).toMatchObject({ guardians: [{ state: 'active' }] })
  })

  test('REQ-GRD-04: who has one patient acts for that patient from the sign-in on, and with two chooses', async () => {
    const contact = 'only.tutore@example.org'
    await patient('ONLY', { name: 'LEA' })
    await rome!.api.guardians.add.mutate(parent('ONLY'))
    await fixture.server.database.owner`
      UPDATE account SET password_hash = ${await fixture.server.deps.hashing.hashSecret(patientPassword)}, password_changed_at = now()
      FROM guardian WHERE guardian.id = guardian_id AND contact = ${contact}`
    const enter = async (after: number) => {
      const browser = fixture.browser('myconsent')
      const asked = await browser.call('/otp', { json: { username: contact, password: patientPassword, lang: 'it' } })
      expect(asked).toEqual({ success: true })
      await browser.api.signIn.withCode.mutate({ username: contact, otp: await fixture.codeFor(contact, after) })
      return browser.api.session.current.query()
    }
    const [child] = await fixture.server.database.owner`SELECT record_id FROM patient_identity WHERE centre_patient_code = 'ONLY'`
    expect(await enter(0)).toMatchObject({ actingFor: child?.['record_id'], name: 'LEA' })
    await patient('SECOND')
    await rome!.api.guardians.add.mutate(parent('SECOND', { email: contact }))
    fixture.advanceClock(60_000)
    expect(await enter(1)).toMatchObject({ actingFor: null })
  })

  test('whose contact has an account is asked to accept, and the centre reads the same', async () => {
    await patient('PARENT', { email: 'parent@example.org', passwordHash: 'x' })
    await patient('CHILD')
    await rome!.api.guardians.add.mutate(parent('CHILD', { email: 'parent@example.org' }))
    await expect.poll(() => mailsTo('parent@example.org').map(({ text }) => text)).toEqual([expect.stringContaining('accetta')])
    expect(await rome!.api.guardians.list.query({ code: 'CHILD' })).toMatchObject({ guardians: [{ state: 'pending' }] })
  })

  test.each<[string, object, string]>([
    ['of a minor without a birth date', { birthDate: undefined }, 'birthDate'],
    ['of an adult as a parent', { birthDate: '1990-01-01' }, 'birthDate'],
    ['with a birth date in the future', { birthDate: '2199-01-01' }, 'birthDate'],
    ['without a name', { name: ' ' }, 'name'],
    ['without a contact', { email: '' }, 'email'],
    ['with a landline', { loginMode: 'Mobile', mobile: '0612345678' }, 'mobile'],
  ])('%s is refused', async (_what, given, field) => {
    const code = `R-${_what.replaceAll(' ', '-')}`
    await patient(code)
    await expect(rome!.api.guardians.add.mutate(parent(code, given))).rejects.toMatchObject(rejectedField(field))
    expect(await rome!.api.guardians.list.query({ code })).toMatchObject({ guardians: [] })
  })

  test('of a child of 17 years and 364 days is added as a parent, and on the 18th birthday refused', async () => {
    const [row] = await fixture.server.database.owner<{ minor: string; adult: string }[]>`
      SELECT min(day) FILTER (WHERE (day + interval '18 years')::date > today)::date::text AS minor, min(day)::date::text AS adult
      FROM (SELECT (now() AT TIME ZONE 'Europe/Rome')::date AS today) AS clock
      CROSS JOIN LATERAL generate_series(today - interval '18 years', today - interval '18 years' + interval '3 days', '1 day') AS day`
    await patient('ALMOST')
    await expect(rome!.api.guardians.add.mutate(parent('ALMOST', { birthDate: row!.adult }))).rejects.toMatchObject(
      rejectedField('birthDate'),
    )
    await rome!.api.guardians.add.mutate(parent('ALMOST', { birthDate: row!.minor }))
    expect(await rome!.api.guardians.list.query({ code: 'ALMOST' })).toMatchObject({
      birthDate: row!.minor,
      guardians: [{ kind: 'PARENT' }],
    })
  })

  test('who is the adult patient, or has the contact of another guardian, is refused', async () => {
    await patient('ADULT', { email: 'adult@example.org', passwordHash: 'x' })
    const own = parent('ADULT', { kind: 'SUPPORT_ALONE', email: 'adult@example.org', birthDate: undefined })
    await expect(rome!.api.guardians.add.mutate(own)).rejects.toMatchObject(rejectedField('email'))
    await patient('TWICE')
    await rome!.api.guardians.add.mutate(parent('TWICE'))
    await expect(rome!.api.guardians.add.mutate(parent('TWICE', { name: 'UGO' }))).rejects.toMatchObject(rejectedField('email'))
  })

  test('who need not sign next to another one is asked for the reason', async () => {
    await patient('TWO')
    await rome!.api.guardians.add.mutate(parent('TWO'))
    const second = parent('TWO', { email: 'two.second@example.org', mustSign: false })
    await expect(rome!.api.guardians.add.mutate(second)).rejects.toMatchObject(rejectedField('reason'))
    await rome!.api.guardians.add.mutate({ ...second, reason: 'COURT' })
    await patient('SECOND-SIGNS')
    await rome!.api.guardians.add.mutate(parent('SECOND-SIGNS', { mustSign: false }))
    const alone = parent('SECOND-SIGNS', { email: 'alone.second@example.org' })
    await expect(rome!.api.guardians.add.mutate(alone)).rejects.toMatchObject(rejectedField('reason'))
    await rome!.api.guardians.add.mutate({ ...alone, reason: 'DEATH' })
  })

  test('THREAT-04: of another centre’s patient is refused like an unknown patient', async () => {
    await patient('OURS')
    for (const call of [() => milan!.api.guardians.list.query({ code: 'OURS' }), () => milan!.api.guardians.add.mutate(parent('OURS'))])
      await expect(call()).rejects.toMatchObject(rejected('import_patient_unknown'))
    await rome!.api.guardians.add.mutate(parent('OURS'))
    const id = await findId('OURS')
    await expect(milan!.api.guardians.end.mutate({ code: 'OURS', id, reason: 'x' })).rejects.toMatchObject(
      rejected('import_patient_unknown'),
    )
  })

  test('and ends the guardianship with a reason, once', async () => {
    await patient('END')
    await rome!.api.guardians.add.mutate(parent('END'))
    const id = await findId('END')
    await rome!.api.guardians.end.mutate({ code: 'END', id, reason: 'affidamento all’altro genitore' })
    const { guardians } = await rome!.api.guardians.list.query({ code: 'END' })
    expect(guardians).toMatchObject([{ state: 'ended', endedBy: 'rome@example.org', endReason: 'affidamento all’altro genitore' }])
    await expect(rome!.api.guardians.end.mutate({ code: 'END', id, reason: 'x' })).rejects.toMatchObject(rejected('guardian_not_found'))
  })
})

describe('REQ-GRD-01: a registration without a contact', () => {
  const child = (code: string, given: object = {}) => ({
    action: 'ADD_PATIENT',
    center_id: code,
    surname: 'VERDI',
    name: 'LEA',
    login_mode: '',
    birth_date: day(9),
    guardian_surname: 'VERDI',
    guardian_name: 'ANNA',
    guardian_email: 'siblings@example.org',
    ...given,
  })
  const register = (given: object) => rome!.call('/e_crf', { json: given })

  test('ADD_PATIENT registers siblings with one parent’s e-mail, and writes to the parent for each', async () => {
    expect(await register(child('S1'))).toEqual({ success: true, warnings: [] })
    expect(await register(child('S2', { name: 'UGO' }))).toEqual({ success: true, warnings: [] })
    for (const code of ['S1', 'S2'])
      expect(await rome!.api.guardians.list.query({ code })).toMatchObject({
        birthDate: day(9),
        guardians: [{ contact: 'siblings@example.org' }],
      })
    expect(await fixture.server.database.owner`SELECT FROM guardian WHERE contact = 'siblings@example.org'`).toHaveLength(1)
  })

  test('ADD_PATIENT names the missing field of the call', async () => {
    expect(await register(child('S3', { birth_date: '' }))).toMatchObject({
      fields: { birth_date: expect.stringContaining('data di nascita') },
    })
    expect(await register(child('S3', { birth_date: '1990-01-01' }))).toMatchObject({
      fields: { birth_date: expect.stringContaining('maggiorenne') },
    })
    expect(await register(child('S3', { guardian_name: '' }))).toMatchObject({ fields: { guardian_name: expect.any(String) } })
    expect(await register(child('S3', { guardian_email: '', guardian_name: '', guardian_surname: '' }))).toMatchObject({
      fields: { login_mode: expect.any(String) },
    })
  })

  const columns = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,BIRTH_DATE,GUARDIAN_SURNAME,GUARDIAN_NAME,GUARDIAN_EMAIL,GUARDIAN_MOBILE'
  const send = (...rows: string[]) =>
    rome!.call('/createPatients', { multipart: { format: 'csv', lang: 'it' }, file: { name: 'f.csv', content: csv(columns, ...rows) } })

  test('createPatients registers siblings of one file, whom one message invites, and the file sent again changes nothing', async () => {
    const rows = [
      `F1,VERDI,LEA,,${day(9)},VERDI,ANNA,file@example.org,`,
      `F2,VERDI,UGO,,${day(7)},VERDI,ANNA,file@example.org,`,
      `F3,NERI,IDA,,${day(7)},NERI,ANNA,,3331234567`,
    ]
    expect(await send(...rows)).toMatchObject({ ok: 3, ko: 0 })
    await expect.poll(() => mailsTo('file@example.org').length).toBe(1)
    expect(await send(...rows)).toMatchObject({ ok: 3, ko: 0 })
    expect(await rome!.api.guardians.list.query({ code: 'F3' })).toMatchObject({
      guardians: [{ contact: '+393331234567', mustSign: true }],
    })
    expect(await fixture.server.database.owner`SELECT FROM guardianship WHERE contact = 'file@example.org'`).toHaveLength(2)
  })

  test('createPatients reports what is missing by its column', async () => {
    const report = await send(
      `B1,VERDI,LEA,,,VERDI,ANNA,bad@example.org,`,
      `B2,VERDI,LEA,,1990-01-01,VERDI,ANNA,bad@example.org,`,
      `B3,VERDI,LEA,,${day(9)},,ANNA,bad@example.org,`,
      `B4,VERDI,LEA,,${day(9)},,,,`,
    )
    expect(report).toMatchObject({ ok: 0, ko: 4 })
    expect(JSON.stringify(report)).toMatch(/BIRTH_DATE.*BIRTH_DATE.*GUARDIAN_SURNAME.*LOGIN_MODE/s)
  })

  test('REQ-GRD-08: the undo of a file keeps a child whose guardian accepted', async () => {
    expect(await send(`U1,VERDI,LEA,,${day(9)},VERDI,ANNA,undo@example.org,`)).toMatchObject({ ok: 1 })
    const { id } = (await rome!.api.imports.list.query({})).files[0]!
    await fixture.server.database.owner`
      UPDATE account SET password_hash = 'x', password_changed_at = now() FROM guardian WHERE guardian.id = guardian_id AND contact = 'undo@example.org'`
    await expect(rome!.api.imports.undo.mutate({ id, reason: 'x' })).rejects.toThrow(/./)
    expect(await rome!.api.guardians.list.query({ code: 'U1' })).toMatchObject({ guardians: [{ state: 'active' }] })
  })

  test('a patient whose only guardian ended is not reachable, and the centre finds all of them in a list', async () => {
    expect(await register(child('LOST', { guardian_email: 'lost@example.org' }))).toMatchObject({ success: true })
    const id = await findId('LOST')
    const listUnreachable = async (who = rome) =>
      (await who!.api.ecrf.patients.query({ tasks: ['unreachable'] })).patients.map(({ code }) => code)
    expect(await listUnreachable()).toEqual([])
    await rome!.api.guardians.end.mutate({ code: 'LOST', id, reason: 'x' })
    expect(await rome!.api.guardians.list.query({ code: 'LOST' })).toMatchObject({ reachable: false })
    expect(await listUnreachable()).toEqual(['LOST'])
    expect((await rome!.api.ecrf.workCounts.query({})).tasks.unreachable).toBe(1)
    expect(await listUnreachable(milan)).toEqual([])
    const { tasks } = await rome!.api.home.staff.query()
    expect(tasks.find(({ task }) => task === 'unreachable')).toMatchObject({ count: 1 })
    await rome!.api.workListViews.save.mutate({
      name: 'Da contattare',
      shared: true,
      order: { column: 'code', descending: false },
      phenotype: null,
      tasks: ['unreachable'],
    })
  })
})
