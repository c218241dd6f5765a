import type { OpenCorrection } from '@registry/api-contract/corrections'
import type { CentreQuery, Discrepancy } from '@registry/api-contract/discrepancies'
import type { ListedPatient, PatientRecordView, WorkListCounts } from '@registry/api-contract/ecrf'
import type { GuardianList } from '@registry/api-contract/guardians'
import type { Services } from '@registry/api-contract/services'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { recordAddress } from '../../../app/record-address.ts'

/** The address of the record of a code that ends in one digit. */
export const recordId = (code: string): string => `00000000-0000-4000-8000-00000000000${code.at(-1) ?? '0'}`

/** A patient with medical data only, as the list of patients has it. */
export const listedPatient = (code: string): ListedPatient => ({
  record: recordId(code),
  code,
  surname: 'ROSSI',
  name: 'ADA',
  personal: false,
  medical: true,
  withdrawn: false,
  age: null,
  sex: null,
  phenotype: 'TDT',
  updated: '2026-01-10T10:00:00.000Z',
  filled: 60,
  total: 150,
  alerts: ['no-mri'],
  discrepancies: 2,
  ferritin: 1376,
  mri: null,
  signature: null,
})

/** The numbers of the list: the given ones, and nobody with a value to measure again unless they say so. */
export const workCounts = (patients: number, tasks: Partial<WorkListCounts['tasks']>): WorkListCounts => ({
  patients,
  tasks: {
    signature: 0,
    mri: 0,
    alerts: 0,
    discrepancies: 0,
    unreachable: 0,
    'coming-of-age': 0,
    'overdue-ferritin': 0,
    'overdue-t2-heart': 0,
    'overdue-lic': 0,
    'not-seen': 0,
    ...tasks,
  },
  months: { FERRITIN_LAST: 3, T2_HEART_LAST: 24, LIC_LAST: 24, LAST_SEEN: 15 },
})

/** The record of such a patient. */
export const medicalRecord = (code: string, values: PatientRecordView['values'] = {}): PatientRecordView => ({
  record: recordId(code),
  code,
  surname: 'ROSSI',
  name: 'ADA',
  consents: { personal: false, medical: true },
  paperConsents: {},
  withdrawn: false,
  birthDate: null,
  pendingContact: null,
  version: '1.0.2',
  missing: {},
  sources: {},
  results: {},
  incidentalFindings: null,
  mailRejectedAt: null,
  lastMri: null,
  values,
})

type Options = {
  readonly ecrf?: Partial<Services['ecrf']>
  readonly guardians?: GuardianList
  readonly observations?: Partial<Services['observations']>
  readonly discrepancies?: readonly Discrepancy[]
  readonly queries?: readonly CentreQuery[]
  readonly corrections?: readonly OpenCorrection[]
  readonly askManagers?: Services['discrepancies']['askManagers']
  readonly papers?: Partial<Services['paperConsents']>
  readonly desk?: Partial<Services['deskConsents']>
  /** A section, a field or a tab. */
  readonly place?: string
}

/** Opens a record at its address. */
export const openRecord = async (
  record: PatientRecordView,
  {
    ecrf = {},
    guardians = { birthDate: null, majority: null, reachable: true, guardians: [], signed: [], request: null },
    observations = {},
    discrepancies = [],
    queries = [],
    corrections = [],
    askManagers = async () => {},
    papers = {},
    desk = {},
    place = '',
  }: Options = {},
) => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    ecrf: {
      patients: async () => ({ patients: [listedPatient(record.code)], next: null, count: 1 }),
      workCounts: async () => workCounts(1, { mri: 1, alerts: 1, discrepancies: 1 }),
      choices: async () => ({}),
      open: async () => record,
      signatures: async () => ({ signatures: [] }),
      history: async () => ({ changes: [] }),
      saves: async () => ({ saves: [], fields: [], next: null }),
      ...ecrf,
    },
    guardians: { list: async () => guardians },
    observations: { list: async () => ({ observations: [] }), ...observations },
    paperConsents: papers,
    deskConsents: desk,
    discrepancies: { ofRecord: async () => [...discrepancies], queries: async () => [...queries], askManagers },
    corrections: { open: async () => [...corrections] },
  })
  const user = await openAt(`${recordAddress(record.record)}${place === '' ? '' : `#${place}`}`)
  await screen.findByRole('heading', { level: 1, name: `${record.surname} ${record.name} ${record.code}` })
  return user
}
