import { expect, test } from 'vitest'
import { listAccountLines } from './accounts.ts'
import { demoEnvironment } from './environment.ts'

test('REQ-OPS-04: the demonstration does not start in production', () => {
  expect(() => demoEnvironment({ NODE_ENV: 'production' })).toThrow('NODE_ENV')
})

test('REQ-OPS-04: it serves both apps and ignores a configured database', () => {
  const env = demoEnvironment({ DATABASE_URL: 'postgres://elsewhere/real', PORT: '8123' })
  expect(env).toMatchObject({
    SERVE_APPS: true,
    DEMO: true,
    STAFF_ORIGIN: 'http://staff.localhost:8123',
    MYCONSENT_ORIGIN: 'http://myconsent.localhost:8123',
  })
  expect(env.DATABASE_URL).toBeUndefined()
})

test('it has invented contacts, unless the caller sets others', () => {
  const { DATA_CONTROLLER, DATA_PROTECTION_OFFICER, SUPPORT_CONTACT } = demoEnvironment({ SUPPORT_CONTACT: 'help@example.org' })
  expect([DATA_CONTROLLER, DATA_PROTECTION_OFFICER, SUPPORT_CONTACT]).toEqual([
    'Istituto dimostrativo “Esempio” (inventato), via dell’Esempio 1, 00100 Roma',
    'dpo@example.org',
    'help@example.org',
  ])
})

test('REQ-OPS-07: it prints all accounts', () => {
  const text = listAccountLines().join('\n')
  const names = ['ga', 'ua', 'dm', 'ca.rm01', 'ca.mi01', 'p1', 'p2', 'p3', 'p4', 'ca2.rm01', 'tutore'].map((name) => `${name}@demo.example`)
  for (const name of [...names, '+39 3330000005', 'RM01', 'MI01', 'CA01', 'PA01', 'TO01', 'FE01', 'Thal-Demo-2026-FE01'])
    expect(text).toContain(name)
})
