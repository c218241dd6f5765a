import type { Queries } from '@registry/db/connect'
import { expect } from 'vitest'
import { inRecord, type Readings } from '../../../audit/testing/reading.ts'
import type { Client } from '../../../testing/client.ts'

/** Opens a discrepancy of RULE-06 at RM01, as the owner. */
export const openDiscrepancy = async (owner: Queries, patientId: number): Promise<void> => {
  await owner`
    INSERT INTO record_discrepancy (patient_id, centre_code, check_key, personal, medical, fingerprint)
    VALUES (${patientId}, 'RM01', 'RULE-06', false, true, 'x')`
}

type Given = { readonly owner: Queries; readonly centreAdmin: Client; readonly manager: Client; readonly patientId: number }

/** The commands that read discrepancies, with their read traces (REQ-ADM-01). */
export const buildDiscrepancyReadings = (given: () => Given): Readings => {
  const columns = ['SPLENOMEGALY', 'SPLENECTOMY']
  const list = async () => {
    const { owner, patientId, centreAdmin } = given()
    await openDiscrepancy(owner, patientId)
    return centreAdmin.api.discrepancies.list.query({})
  }
  const openOfRecord = async () => {
    const { owner, patientId, centreAdmin } = given()
    const [found] = await owner<{ record: string }[]>`SELECT record_id AS record FROM patient_identity WHERE patient_id = ${patientId}`
    await openDiscrepancy(owner, patientId)
    const read = await centreAdmin.api.discrepancies.ofRecord.query({ record: String(found?.record) })
    await owner`DELETE FROM record_discrepancy WHERE patient_id = ${patientId}`
    return read
  }
  const listed = () => ({ whose: 'centre RM01', columns: ['CENTER_ID', ...columns], count: 1, patients: [given().patientId] })
  const shown = { source: 'discrepancies', kinds: ['registration', 'medical'] } as const
  return {
    'indicators.read': [
      [
        () => 'ca@example.org',
        () => given().centreAdmin.api.indicators.read.query({}),
        () => ({ whose: 'centre RM01', count: expect.any(Number) }),
      ],
    ],
    'discrepancies.ofRecord': [[() => 'ca@example.org', openOfRecord, listed, inRecord('registration', 'medical')]],
    'discrepancies.list': [[() => 'ca@example.org', list, listed, shown]],
    'discrepancies.queries': [
      [
        () => 'ca@example.org',
        async () => {
          const { owner, patientId, centreAdmin } = given()
          await owner`
            INSERT INTO centre_query (centre_code, patient_id, field, medical, question, asked_by)
            VALUES ('RM01', ${patientId}, 'HB', true, 'x', 'ca@example.org')`
          const read = await centreAdmin.api.discrepancies.queries.query({ of: 'centre' })
          await owner`DELETE FROM centre_query WHERE patient_id = ${patientId}`
          return read
        },
        () => ({ whose: 'centre RM01', columns: ['CENTER_ID', 'HB'], count: 1, patients: [given().patientId] }),
        shown,
      ],
    ],
    'discrepancies.overview': [
      [() => 'dm@example.org', () => given().manager.api.discrepancies.overview.query(), () => ({ whose: 'areas IT', columns, count: 1 })],
    ],
  }
}
