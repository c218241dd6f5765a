import { expect } from 'vitest'
import type { Readings } from '../../../../audit/testing/reading.ts'
import type { Client } from '../../../../testing/client.ts'
import { recordPaperConsent } from './record-paper-consent.ts'

type Given = { readonly centreAdmin: Client; readonly tablet: Client; readonly code: string; readonly patientId: number }

/** The commands of consents on paper and at the desk that read patient data, with their read traces (REQ-ADM-01). */
export const buildPaperReadings = (given: () => Given): Readings => {
  const who = (): string => 'ca@example.org'
  const papers = () => given().centreAdmin.api.paperConsents
  const record = () => recordPaperConsent(given().centreAdmin, given().code)
  const ofPatient = (...columns: string[]) => ({
    whose: 'centre RM01',
    columns: expect.arrayContaining(['CENTER_ID', 'SURNAME', ...columns]),
    count: 1,
    patients: [given().patientId],
  })
  const open = async () => {
    const { centreAdmin, tablet, code } = given()
    const { link } = await centreAdmin.api.deskConsents.start.mutate({ code })
    await tablet.api.deskConsents.open.mutate({ secret: new URL(link).hash.slice(1) })
  }
  const shown = { source: 'consents', kinds: ['registration', 'identity', 'consents'] } as const
  return {
    'paperConsents.form': [
      [
        who,
        () => papers().form.mutate({ code: given().code, language: 'it' }),
        () => ofPatient(),
        { ...shown, kinds: ['registration', 'identity'] },
      ],
    ],
    'paperConsents.scan': [
      [who, async () => papers().scan.query({ id: await record() }), () => ofPatient('C_DB_M'), { ...shown, uses: 2 }],
    ],
    'paperConsents.ofPatient': [[who, () => papers().ofPatient.query({ code: given().code }), () => ofPatient('C_DB_M'), shown]],
    'paperConsents.pending': [
      [
        who,
        async () => {
          await record()
          return papers().pending.query()
        },
        () => ofPatient('C_DB_M'),
        { ...shown, uses: 2 },
      ],
    ],
    'deskConsents.open': [
      [
        () => `patient ${given().patientId}`,
        open,
        () => ({ whose: `patient ${given().patientId}`, columns: ['SURNAME', 'NAME'], count: 1 }),
      ],
    ],
  }
}
