import type { Services } from '@registry/api-contract/services'
import type { Communication, CommunicationOptions } from '@registry/api-contract/communications'
import { vi } from 'vitest'

const states = { waiting: 0, queued: 0, sent: 0, failed: 0, unknown: 0, skipped: 0, cancelled: 0 }

export const storedCommunication = (part: Partial<Communication> = {}): Communication => ({
  id: 4,
  version: 2,
  type: 'PATIENT_MESSAGE',
  state: 'draft',
  filterId: 1,
  filterName: 'Anemici',
  consent: 'C_S',
  roles: [],
  areaid: null,
  texts: {
    it: { subject: 'Nuovi orari', body: 'Gentile {nome} {cognome}, il {centro} ha nuovi orari.', sms: 'Nuovi orari del {centro}' },
    en: { subject: 'New hours', body: 'Dear {name} {surname}, {centre} has new hours.', sms: 'New hours of {centre}' },
  },
  scheduledFor: null,
  endedAt: null,
  failure: null,
  changedAt: '2026-11-02T09:00:00.000Z',
  changedBy: 'ga@example.org',
  operations: ['change', 'test', 'schedule', 'cancel'],
  progress: { isRounded: true, total: 0, states },
  history: [{ at: '2026-11-02T09:00:00.000Z', actor: 'ga@example.org', event: 'created' }],
  ...part,
})

export const sentCommunication = storedCommunication({
  state: 'sent',
  operations: [],
  scheduledFor: '2026-11-03T09:00:00.000Z',
  endedAt: '2026-11-03T10:00:00.000Z',
  progress: { isRounded: true, total: 120, states: { ...states, sent: 110, failed: 0, unknown: 0 } },
  history: [
    { at: '2026-11-03T10:00:00.000Z', actor: '', event: 'sent' },
    { at: '2026-11-03T08:59:00.000Z', actor: 'ga@example.org', event: 'scheduled' },
  ],
})

const options: CommunicationOptions = {
  types: [
    { id: 'PATIENT_MESSAGE', label: 'Messaggio ai pazienti' },
    { id: 'NEWSLETTER', label: 'Notiziario' },
    { id: 'STAFF_MESSAGE', label: 'Messaggio agli operatori' },
  ],
  filters: [{ id: 1, name: 'Anemici', description: 'HB sotto 10' }],
  areas: [{ id: 'ITI', parent: 'IT', label: 'Centro', leaf: false, level: 2 }],
  perDay: { mail: 15_000, sms: 1500 },
}

/** A server with one communication, whose changes answer `after`. */
export const fakeCommunications = (stored: Communication, after = stored) => {
  const change = () => vi.fn(async (): Promise<Communication> => after)
  return {
    list: async () => [{ ...stored, subject: stored.texts.it.subject }],
    options: async () => options,
    get: async () => stored,
    count: async () => ({ isRounded: true, mail: 120, sms: 0 }),
    create: change(),
    change: change(),
    sendTest: vi.fn(async () => ({ sentTo: 'ga@example.org' })),
    schedule: change(),
    cancel: change(),
  } satisfies Services['communications']
}
