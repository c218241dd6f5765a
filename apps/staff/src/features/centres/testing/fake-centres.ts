import type { Services } from '@registry/api-contract/services'
import type { Centre, CentreOptions } from '@registry/api-contract/centres'
import { vi } from 'vitest'

export const storedCentre = (part: Partial<Centre> = {}): Centre => ({
  id: 'RM01',
  version: 3,
  name: 'Roma',
  geotreeid: 'ITI4',
  area: 'Lazio',
  address: '',
  city: 'Roma',
  telephone: '06 5550101',
  ecrf: 'FILE',
  hasPassword: false,
  state: 'active',
  operations: ['change', 'suspend'],
  changedAt: '2026-11-02T09:00:00.000Z',
  changedBy: 'ua@example.org',
  patients: 1200,
  withPersonalConsent: 900,
  withMedicalConsent: 1100,
  lastUpload: '2026-11-03T09:00:00.000Z',
  ...part,
})

const options: CentreOptions = {
  areas: [
    { id: 'IT', parent: 'W', label: 'Italia', leaf: false, level: 1 },
    { id: 'ITI', parent: 'IT', label: 'Centro', leaf: false, level: 2 },
    { id: 'ITG', parent: 'IT', label: 'Isole', leaf: false, level: 2 },
    { id: 'ITI4', parent: 'ITI', label: 'Lazio', leaf: true, level: 3 },
    { id: 'ITG2', parent: 'ITG', label: 'Sardegna', leaf: true, level: 3 },
  ],
  software: [{ id: 'FILE', label: 'Software del centro, scambio di file' }],
}

/** A server with these centres, whose changes answer `after`. */
export const fakeCentres = (centres: readonly Centre[], after = centres[0] ?? storedCentre()) => {
  const change = () => vi.fn(async (): Promise<Centre> => after)
  return {
    list: async () => [...centres],
    detail: async () => centres[0] ?? after,
    options: async () => options,
    create: change(),
    change: change(),
    suspend: change(),
    reactivate: change(),
    remove: change(),
    restore: change(),
  } satisfies Partial<Services['centres']>
}
