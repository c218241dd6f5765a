import { describe, expect, it } from 'vitest'
import { notificationLimitSettings, parseNotificationLimits } from '../messages/limits.ts'
import { findCommunicationErrors, type CommunicationContent } from './content.ts'
import { calculateQuotas, releaseSize, type QuotaInput } from './quotas.ts'
import { listCommunicationChanges, listCommunicationOperations } from './states.ts'
import { fillGreeting, findWrongPlaceholder, greetingFacts, normalisePlaceholders } from './texts.ts'

const text = { subject: 'Oggetto', body: 'Testo', sms: null }
const newsletter: CommunicationContent = {
  type: 'NEWSLETTER',
  filterId: null,
  consent: null,
  roles: [],
  areaid: null,
  texts: { it: text, en: text },
}
const withBody = (body: string): CommunicationContent => ({ ...newsletter, texts: { it: { ...text, body }, en: text } })

describe('REQ-COM-03: placeholders', () => {
  it.each([
    ['Gentile {nome} {cognome} del {centro}', undefined],
    ['Dear {name}', '{name}'],
    ['HB {hb}', '{hb}'],
    ['{toString} {__proto__}', '{toString}'],
    ['{ nome }', '{ nome }'],
    ['una { sola', '{'],
    ['chiusa }', '}'],
    ['{{nome}}', '{'],
    ['', undefined],
  ])('in %j the first wrong one is %j', (written, wrong) => {
    expect(findWrongPlaceholder(written, 'it', greetingFacts)).toBe(wrong)
  })

  it('are filled the same way in both languages, and unknown ones stay', () => {
    const greeting = { name: 'ADA', surname: 'ROSSI', centre: 'Roma' }
    expect(fillGreeting(normalisePlaceholders('{nome} {cognome} {centro} {token}', 'it'), greeting)).toBe('ADA ROSSI Roma {token}')
    expect(fillGreeting(normalisePlaceholders('{name} {surname} {centre}', 'en'), greeting)).toBe('ADA ROSSI Roma')
  })
})

describe('REQ-COM-02: the content of a communication', () => {
  it.each<[string, CommunicationContent, readonly string[]]>([
    ['a newsletter', newsletter, []],
    ['a text at its limit', withBody('x'.repeat(5000)), []],
    ['a text one over its limit', withBody('x'.repeat(5001)), ['texts.it.body']],
    [
      'a subject one over its limit',
      { ...newsletter, texts: { it: text, en: { ...text, subject: 'x'.repeat(121) } } },
      ['texts.en.subject'],
    ],
    ['a control character', withBody('a\u0007'), ['texts.it.body']],
    ['lines and tabs', withBody('a\n\tb'), []],
    ['an SMS of a newsletter', { ...newsletter, texts: { it: { ...text, sms: 'x' }, en: text } }, ['texts.it.sms']],
    ['a message without SMS and consent', { ...newsletter, type: 'PATIENT_MESSAGE' }, ['consent', 'texts.it.sms', 'texts.en.sms']],
    ['staff without roles and area', { ...newsletter, type: 'STAFF_MESSAGE' }, ['roles', 'areaid']],
    ['staff with a filter', { ...newsletter, type: 'STAFF_MESSAGE', roles: ['CenterAdmin'], areaid: 'IT', filterId: 1 }, ['filterId']],
    [
      'a centre in a message to staff',
      {
        ...newsletter,
        type: 'STAFF_MESSAGE',
        roles: ['CenterAdmin'],
        areaid: 'IT',
        texts: { it: { ...text, body: '{centro}' }, en: text },
      },
      ['texts.it.body'],
    ],
  ])('%s', (_name, content, fields) => {
    expect(Object.keys(findCommunicationErrors(content))).toEqual(fields)
  })
})

describe('REQ-COM-06: the states', () => {
  it('end in sent, cancelled or failed, which are final', () => {
    expect(listCommunicationChanges().filter(([from]) => ['sent', 'cancelled', 'failed'].includes(from))).toEqual([])
    expect(listCommunicationOperations('draft')).toEqual(['change', 'test', 'schedule', 'cancel'])
    expect(listCommunicationOperations('sending')).toEqual(['cancel'])
    expect(listCommunicationOperations('sent')).toEqual([])
  })
})

describe('THREAT-14: the quotas of communications', () => {
  const limits = parseNotificationLimits(
    new Map(
      Object.entries({
        ...notificationLimitSettings,
        mail_per_day: '100',
        mail_per_centre_day: '40',
        sms_per_day: '100',
        sms_cents_per_30_days: '160',
      }),
    ),
  )
  const input: QuotaInput = { limits, sent: [], released: [], waiting: [], smsCents: 0, smsParts: 1 }
  const mail = (centre: string | null, count: number) => ({ channel: 'mail', centre, count }) as const
  const sms = (centre: string, count: number) => ({ channel: 'sms', centre, count }) as const
  it.each<[string, Partial<QuotaInput>, QuotaInput['waiting']]>([
    ['half of the limit of a centre', { waiting: [mail('A', 100)] }, [mail('A', 20)]],
    [
      'half of the limit of a day, over all centres',
      { waiting: [mail('A', 30), mail('B', 30), mail('C', 30)] },
      [mail('A', 20), mail('B', 20), mail('C', 10)],
    ],
    [
      'less what was sent, and what waits in the outbox',
      { waiting: [mail('A', 30), mail('B', 5)], sent: [mail('A', 12)], released: [mail('A', 3)] },
      [mail('A', 5), mail('B', 5)],
    ],
    ['nothing beyond the half, even if other messages used more', { waiting: [mail('A', 30)], sent: [mail('B', 80)] }, []],
    ['half of the costs of SMS', { waiting: [sms('A', 100)] }, [sms('A', 10)]],
    ['longer SMS cost more', { waiting: [sms('A', 100)], smsParts: 2 }, [sms('A', 5)]],
    ['the costs of SMS in the outbox count', { waiting: [sms('A', 100)], smsCents: 40, released: [sms('A', 2)] }, [sms('A', 3)]],
    ['staff have no limit but the size of a batch', { waiting: [mail(null, 500)], sent: [mail('A', 100)] }, [mail(null, releaseSize)]],
    ['places in the outbox', { waiting: [mail(null, 500)], released: [mail(null, releaseSize - 1)] }, [mail(null, 1)]],
  ])('%s', (_name, part, expected) => {
    expect(calculateQuotas({ ...input, ...part })).toEqual(expected)
  })
})
