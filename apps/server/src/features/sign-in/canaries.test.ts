import { expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { patientPassword, createSignInFixture, staffPassword } from './testing/sign-in-fixture.ts'

const names = { surname: 'CANARIN', name: 'PIUMA' }
const typedPasswords = { wrong: 'Canarino-sbagliato-9', chosen: 'Canarino-scelto-nuovo-31', probe: 'canarino-cercato' }
const health = { other_therapies: 'canarino-terapia', hb: 7.137 }
const personal = { telephone: '0699887766', address_town: 'CANARIA', legal_id: 'CNRPMU80A01H501X' }

test('THREAT-36: after each kind of use no log, outbox, manifest or metric contains a password, a code, a secret, a name or a value', async () => {
  await using fixture = await createSignInFixture()
  const { database, deps } = fixture.server
  await fixture.staff('ca@example.org')
  const { id } = await fixture.patient({
    centrePatientCode: 'CANARY-1',
    email: 'piuma@example.org',
    ...names,
    personal,
    medical: health,
    consents: allConsents,
  })

  // The patient uses a link, a new password, a code, a wrong password and a wrong code.
  const scope = { kind: 'centre', centre: 'RM01' } as const
  await withTransaction(database.server, { actor: 'center RM01', source: 'service', scope }, (tx) => inviteNewPatients(deps, tx, [id]))
  await expect.poll(() => fixture.mail.mails.length).toBe(1)
  const secret = /[?&]p=([\w-]+)/.exec(fixture.mail.mails[0]?.text ?? '')?.[1] ?? ''
  const browser = fixture.browser('myconsent')
  await browser.send({ path: `/loginp?u=piuma@example.org&p=${secret}` })
  await browser.call('/checkexpiredpasswordpatient', { json: { username: 'piuma@example.org', password: secret } })
  expect(await browser.call('/userchangepassword', { json: { newpassword: typedPasswords.chosen } })).toMatchObject({ success: true })
  await fixture.browser('myconsent').call('/otp', { json: { username: 'piuma@example.org', password: typedPasswords.wrong } })
  expect(await browser.call('/otp', { json: { username: 'piuma@example.org', password: typedPasswords.chosen } })).toMatchObject({
    success: true,
  })
  const code = await fixture.codeFor('piuma@example.org')
  await browser.call('/otplogin', { json: { username: 'piuma@example.org', otp: code === '000000' ? '111111' : '000000' } })
  expect(await browser.call('/otplogin', { json: { username: 'piuma@example.org', otp: code } })).toMatchObject({ success: true })
  await browser.call('/patient/GetConsents')

  // Staff search for a value, see it on screen and export it.
  const staff = fixture.browser('staff')
  await staff.call('/login', { json: { username: 'ca@example.org', password: typedPasswords.wrong } })
  expect(await staff.call('/login', { json: { username: 'ca@example.org', password: staffPassword } })).toMatchObject({ success: true })
  const filter = {
    name: 'Terapie',
    description: 'Altre terapie',
    field_list: { PATIENT: 'ALL', MEDICAL_DATA: { Misc: ['OTHER_THERAPIES'], Laboratory: ['HB'] } },
    filter_list: { MEDICAL_DATA: [['OTHER_THERAPIES', '<>', typedPasswords.probe]] },
  }
  const { id: filterId } = await staff.call('/inthem_query', { json: { action: 'ADD', ...filter } })
  for (const format of ['video', 'csv', 'xml']) {
    const answer = await staff.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role: 'CenterAdmin' } })
    expect(await answer.text()).toContain(health.other_therapies)
  }

  const session = [...browser.cookies.values(), ...staff.cookies.values()]
  const canaries = [staffPassword, patientPassword, ...Object.values(typedPasswords), code, secret, ...session]
  canaries.push(...Object.values(names), ...Object.values(personal), health.other_therapies, String(health.hb))
  const sent = () => database.owner<{ row: string }[]>`SELECT m::text AS row FROM notification m WHERE sent_at IS NULL`
  await expect.poll(sent).toEqual([])
  const outbox = await database.owner<{ row: string }[]>`SELECT m::text AS row FROM notification m`
  const exports = await database.owner<{ row: string }[]>`SELECT m::text AS row FROM export_manifest m`
  const texts = {
    log: fixture.server.log(),
    auditLog: JSON.stringify(await fixture.server.readAuditLog()),
    outbox: JSON.stringify(outbox),
    exports: JSON.stringify(exports),
    metrics: await fixture.server.readMetrics(),
  }
  expect(texts.auditLog).toContain(`patient ${id}`)
  expect(outbox.length).toBeGreaterThan(2)
  for (const [where, text] of Object.entries(texts)) {
    const requestIds = /[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g
    const plain = text.replaceAll(requestIds, '').toLowerCase()
    expect(
      canaries.filter((canary) => new RegExp(`(?<![\\d.])${canary.toLowerCase().replaceAll('.', '\\.')}(?!\\d)`).test(plain)),
      where,
    ).toEqual([])
  }
})
