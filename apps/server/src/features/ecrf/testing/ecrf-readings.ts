import { expect } from 'vitest'
import { inRecord, type Readings, wholeRecord } from '../../../audit/testing/reading.ts'
import type { Client } from '../../../testing/client.ts'

type Given = { readonly centreAdmin: Client; readonly code: string; readonly patientId: number }

/** The commands of the e-CRF that read patient data, with their read traces (REQ-ADM-01). */
export const buildEcrfReadings = (given: () => Given): Readings => {
  const who = (): string => 'ca@example.org'
  const api = () => given().centreAdmin.api.ecrf
  const ask = (action: string, fields: object = {}) =>
    given().centreAdmin.call('/e_crf', { json: { action, CENTER_ID: given().code, ...fields } })
  const ofPatient = (...columns: string[]) => ({
    whose: 'centre RM01',
    columns: expect.arrayContaining(columns),
    count: 1,
    patients: [given().patientId],
  })
  const readRecord = () => ofPatient('CENTER_ID', 'DOB', 'GT_NOTE')
  const listed = (count: number) => ({ whose: 'centre RM01', columns: expect.arrayContaining(['CENTER_ID', 'SURNAME']), count })
  return {
    'ecrf.patients': [[who, () => api().patients.query({ search: given().code }), () => listed(1), { ...wholeRecord, source: 'list' }]],
    'ecrf.workCounts': [
      [
        who,
        () => api().workCounts.query({}),
        () => ({ whose: 'centre RM01', columns: expect.arrayContaining(['C_DB_M', 'LIC_LAST']), count: 2 }),
      ],
    ],
    'ecrf.open': [
      [
        who,
        async () => api().open.query({ record: (await api().read.query({ code: given().code })).record }),
        readRecord,
        { ...wholeRecord, uses: 2 },
      ],
    ],
    'ecrf.read': [[who, () => api().read.query({ code: given().code }), readRecord, wholeRecord]],
    'ecrf.save': [[who, () => api().save.mutate({ code: given().code, changes: { HB: 9 } }), readRecord, wholeRecord]],
    'ecrf.correct': [
      [
        who,
        async () => {
          const { code } = given()
          const { version, values } = await api().read.query({ code })
          const contact = { loginMode: 'Email' as const, email: String(values['email']), mobile: '' }
          return api().correct.mutate({ code, version, surname: 'CORRETTO', name: 'ADA', ...contact, reason: 'prova' })
        },
        () => ofPatient('CENTER_ID', 'SURNAME'),
        // The reading for the version, and the correction as a read and as a change by the form.
        { ...wholeRecord, uses: 3 },
      ],
    ],
    'ecrf.history': [
      [who, () => api().history.query({ code: given().code }), () => ofPatient('CENTER_ID', 'GT_NOTE'), inRecord('medical')],
    ],
    'ecrf.saves': [
      [
        who,
        () => api().saves.query({ code: given().code }),
        () => ofPatient('CENTER_ID', 'GT_NOTE'),
        { source: 'reading', kinds: ['registration', 'identity', 'personal', 'medical'] },
      ],
    ],
    'ecrf.past': [
      [who, () => api().past.query({ code: given().code, at: '2999-01-01T00:00:00Z' }), () => ofPatient('GT_NOTE'), inRecord('medical')],
    ],
    'ecrf.signatures': [
      [who, () => api().signatures.query({ code: given().code }), () => ofPatient('CENTER_ID'), inRecord('registration')],
    ],
    'ecrf.printVisit': [
      [who, () => api().printVisit.query({ code: given().code }), () => ofPatient('CENTER_ID', 'HB_LAST'), inRecord('medical')],
    ],
    'guardians.list': [
      [
        who,
        () => given().centreAdmin.api.guardians.list.query({ code: given().code }),
        () => ofPatient('CENTER_ID', 'DOB'),
        inRecord('registration', 'personal'),
      ],
    ],
    'observations.list': [
      [
        who,
        () => given().centreAdmin.api.observations.list.query({ code: given().code }),
        () => ofPatient('CENTER_ID', 'FERRITIN'),
        inRecord('medical'),
      ],
    ],
    'POST /e_crf LIST_PATIENTS': [
      [who, () => ask('LIST_PATIENTS'), () => listed(2), { ...inRecord('registration', 'identity', 'consents'), source: 'list' }],
    ],
    'POST /e_crf GET_PATIENT_DATA': [[who, () => ask('GET_PATIENT_DATA'), readRecord, wholeRecord]],
    'POST /e_crf PUT_PATIENT_DATA': [[who, () => ask('PUT_PATIENT_DATA', { MEDICAL_DATA: { HB: 9 } }), readRecord, wholeRecord]],
  }
}
