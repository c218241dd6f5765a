import type { Queries } from '@registry/db/connect'
import { expect } from 'vitest'
import type { Client } from '../../../testing/client.ts'

/** Opens a finding of RULE-06 at RM01, as the owner. */
export const openFinding = async (owner: Queries, patientId: number): Promise<void> => {
  await owner`
    INSERT INTO record_finding (patient_id, centre_code, check_key, personal, medical, fingerprint)
    VALUES (${patientId}, 'RM01', 'RULE-06', false, true, 'x')`
}

type Reading = readonly [who: () => string, call: () => Promise<unknown>, reads: () => unknown]
type Given = { readonly owner: Queries; readonly centreAdmin: Client; readonly manager: Client; readonly patientId: number }

/** The commands that read findings, with their read traces (REQ-ADM-01). */
export const buildFindingReadings = (given: () => Given): Readonly<Record<string, readonly Reading[]>> => {
  const columns = ['SPLENOMEGALY', 'SPLENECTOMY']
  const list = async () => {
    const { owner, patientId, centreAdmin } = given()
    await openFinding(owner, patientId)
    return centreAdmin.api.findings.list.query({})
  }
  const listed = () => ({ whose: 'centre RM01', columns: ['CENTER_ID', ...columns], count: 1, patients: [given().patientId] })
  return {
    'indicators.read': [
      [
        () => 'ca@example.org',
        () => given().centreAdmin.api.indicators.read.query({}),
        () => ({ whose: 'centre RM01', count: expect.any(Number) }),
      ],
    ],
    'findings.list': [[() => 'ca@example.org', list, listed]],
    'findings.overview': [
      [() => 'dm@example.org', () => given().manager.api.findings.overview.query(), () => ({ whose: 'areas IT', columns, count: 1 })],
    ],
  }
}
