import { expect } from 'vitest'
import type { Client } from '../../../testing/client.ts'

type Reading = readonly [who: () => string, call: () => Promise<unknown>, reads: () => unknown]
type Given = { readonly filterId: number; readonly centreAdmin: Client; readonly patientId: number }

const where = { kind: 'predicates' as const, predicates: [{ field: 'HB' as const, operator: '<' as const, value: 10 }] }
const asRole = 'CenterAdmin'

/** The procedures of filters that read patient data, with their read traces (REQ-ADM-01). */
export const buildFilterReadings = (given: () => Given): Readonly<Record<string, readonly Reading[]>> => {
  const who = (): string => 'ca@example.org'
  const api = () => given().centreAdmin.api.savedFilters
  const whose = () => expect.stringContaining(`filter ${given().filterId} version 1 as ${asRole}`)
  return {
    'savedFilters.count': [
      [
        who,
        () => api().count.query({ asRole, where }),
        () => ({ whose: 'centre RM01, a filter being edited', columns: ['HB'], count: 1, role: asRole }),
      ],
    ],
    'savedFilters.exportRisk': [
      [
        who,
        () => api().exportRisk.query({ id: given().filterId, asRole }),
        () => ({ whose: whose(), columns: ['DOB', 'SEX', 'address_area', 'lob_region', 'GENOTYPE'], count: 1, role: asRole }),
      ],
    ],
    'savedFilters.run': [
      [
        who,
        () => api().run.query({ id: given().filterId, asRole }),
        () => ({ whose: whose(), columns: ['GT_NOTE', 'HB'], count: 1, patients: [given().patientId] }),
      ],
    ],
    'savedFilters.summary': [
      [
        who,
        () => api().summary.query({ asRole, where, fields: ['SEX'] }),
        () => ({ whose: 'centre RM01, a summary', columns: ['HB', 'SEX'], count: 1, role: asRole }),
      ],
    ],
  }
}
