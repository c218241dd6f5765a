import { expect } from 'vitest'
import { cohortColumns } from '@registry/domain/cohort/groups'
import { refreshCohorts } from '../../../../jobs/cohorts.ts'
import type { Readings } from '../../../../audit/testing/reading.ts'
import type { Client } from '../../../../testing/client.ts'
import { completeExport } from '../../../../testing/complete-export.ts'
import type { TestServer } from '../../../../testing/server.ts'

type Given = {
  readonly server: TestServer
  readonly filterId: number
  readonly centreAdmin: Client
  readonly manager: Client
  readonly patientId: number
}

const where = { kind: 'predicates' as const, predicates: [{ field: 'HB' as const, operator: '<' as const, value: 10 }] }
const asRole = 'CenterAdmin'

const runFilter = ({ filterId, manager }: Given, format: string): Promise<Response> =>
  manager.post('/inthem_query', { json: { action: 'RUN', id: filterId, format, as_role: 'DataManager' } })

/** Exports a filter, waits until the export is complete, and repeats it. */
const exportTwice = async (given: Given): Promise<unknown> => {
  const { server, manager } = given
  const { id } = await completeExport(server.database.owner, await runFilter(given, 'csv'))
  return (await manager.post('/export_again', { json: { id, lang: 'it' } })).arrayBuffer()
}

/** The commands of filters and cohorts that read patient data, with their read traces (REQ-ADM-01). */
export const buildFilterReadings = (given: () => Given): Readings => {
  const who = (): string => 'ca@example.org'
  const api = () => given().centreAdmin.api.savedFilters
  const whose = () => expect.stringContaining(`filter ${given().filterId} version 1 as ${asRole}`)
  const inFile = () => ({
    whose: expect.stringContaining(`filter ${given().filterId} version 1 as DataManager`),
    columns: ['GT_NOTE', 'HB'],
    count: 2,
    setHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    condition: 'true',
  })
  const shown = { source: 'screen', kinds: ['medical'], purpose: 'n' } as const
  const readCohort = async () => {
    await refreshCohorts(given().server.deps)
    return given().centreAdmin.api.cohort.read.query({ asRole })
  }
  return {
    'POST /export_again': [[() => 'dm@example.org', () => exportTwice(given()), inFile, { ...shown, source: 'export', uses: 2 }]],
    'POST /inthem_query RUN': ['video', 'csv', 'json', 'xml', 'xlsx'].map((format) => [
      () => 'dm@example.org',
      async () => (await runFilter(given(), format)).arrayBuffer(),
      inFile,
      format === 'video' ? shown : { ...shown, source: 'export' },
    ]),
    'cohort.read': [[who, readCohort, () => ({ whose: 'centre RM01, a cohort', columns: [...cohortColumns], count: 1, role: asRole })]],
    'savedFilters.cohort': [
      [
        who,
        () => api().cohort.query({ id: given().filterId, asRole }),
        () => ({
          whose: `filter ${given().filterId} version 1 as ${asRole}, a cohort`,
          columns: [...cohortColumns],
          count: 1,
          role: asRole,
          condition: 'true',
        }),
      ],
    ],
    'savedFilters.count': [
      [
        who,
        () => api().count.query({ asRole, where }),
        () => ({ whose: 'centre RM01, a filter being edited', columns: ['HB'], count: 1, role: asRole, condition: 'HB < 10' }),
      ],
    ],
    'savedFilters.exportRisk': [
      [
        who,
        () => api().exportRisk.query({ id: given().filterId, asRole }),
        () => ({
          whose: whose(),
          columns: ['DOB', 'DEAD_DATE', 'DOD', 'SEX', 'address_area', 'lob_region', 'GENOTYPE'],
          count: 1,
          role: asRole,
          condition: 'true',
        }),
      ],
    ],
    'savedFilters.preview': [
      [
        who,
        () => api().preview.query({ asRole, where, fields: { PATIENT: ['SEX'], MEDICAL_DATA: {} } }),
        () => ({
          whose: 'centre RM01, a filter being edited',
          columns: ['SEX', 'HB'],
          count: 1,
          patients: [given().patientId],
          role: asRole,
          condition: 'HB < 10',
        }),
        { source: 'reading', kinds: ['personal', 'medical'] },
      ],
    ],
    'savedFilters.run': [
      [
        who,
        () => api().run.query({ id: given().filterId, asRole }),
        () => ({ whose: whose(), columns: ['GT_NOTE', 'HB'], count: 1, patients: [given().patientId], condition: 'true' }),
        shown,
      ],
      [
        () => 'dm@example.org',
        () => given().manager.api.savedFilters.run.query({ id: given().filterId, asRole: 'DataManager' }),
        () => ({ columns: ['GT_NOTE', 'HB'], count: 2, patients: expect.arrayContaining([given().patientId]) }),
        shown,
      ],
    ],
    'savedFilters.summary': [
      [
        who,
        () => api().summary.query({ asRole, where, fields: ['SEX'] }),
        () => ({ whose: 'centre RM01, a summary', columns: ['HB', 'SEX'], count: 1, role: asRole, condition: 'HB < 10' }),
      ],
    ],
  }
}
