import { randomUUID } from 'node:crypto'
import type { SignInFixture } from '../../sign-in/testing/sign-in-fixture.ts'
import type { Client } from '../../../testing/client.ts'
import { completeExport } from '../../../testing/complete-export.ts'
import { newStudy } from './studies-fixture.ts'
import { enrolInStudy, inviteToStudy } from './study-readings.ts'

type Call = () => Promise<Response>
type Calls = Readonly<Record<string, { readonly done: readonly Call[]; readonly rejected: readonly Call[] }>>
type Given = {
  readonly filterId: number
  readonly centre: Readonly<Record<string, string>>
  readonly patient: Client & { readonly fixture: { readonly id: number } }
}

/** Calls of the paths of studies that succeed and that fail. */
export const buildStudyCalls = async (fixture: SignInFixture, { filterId, centre, patient }: Given): Promise<Calls> => {
  const { server } = fixture
  const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const program = fixture.browser('staff')
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
  const people = { server, filterId, centreAdmin: rome, manager, patient }
  const id = await inviteToStudy(people, 'DOC')
  await enrolInStudy(people, 'DOC-RUN')
  const json =
    (client: Client, path: string, fields: Readonly<Record<string, unknown>>): Call =>
    () =>
      client.post(path, { json: fields })
  const study = (action: string, fields: object = {}, client: Client = admin): Call =>
    json(client, '/clinical_study', { action, ...fields })
  const { title, description, mainCentre, type } = newStudy(filterId)
  const added = { title, description, main_center: mainCentre, clinical_study_type: type, inthem_query_code: filterId, sf36_code: 1 }
  const file = { name: 'rows.csv', content: `StudyCode,center_id,approved\r\n${id},NOBODY,true\r\n` }
  const pdf = { name: 'parere.pdf', content: '%PDF-1.7\n%%EOF\n' }
  const formats = ['json', 'csv', 'xlsx', 'xml']
  return {
    '/clinical_study LIST': {
      done: [study('LIST'), study('LIST', {}, rome), study('LIST', {}, patient)],
      rejected: [study('LIST', { as_role: 'X' })],
    },
    '/clinical_study RUN': {
      done: ['video', 'json', 'csv', 'xlsx', 'xml'].map((format) => study('RUN', { id: 'DOC-RUN', format }, manager)),
      rejected: [
        study('RUN', { id: 'DOC-RUN' }, manager),
        study('RUN', { id: 'NONE', format: 'csv' }, manager),
        study('RUN', { id: 'DOC-RUN', format: 'csv', as_role: 'GlobalAdmin' }, manager),
      ],
    },
    '/study_export_again': {
      done: [
        async () => {
          const file = await study('RUN', { id: 'DOC-RUN', format: 'csv' }, manager)()
          return json(manager, '/study_export_again', { id: (await completeExport(server.database.owner, file)).id })()
        },
      ],
      rejected: [json(manager, '/study_export_again', { id: randomUUID() }), json(manager, '/study_export_again', { id: '1' })],
    },
    '/clinical_study ADD': {
      done: [study('ADD', { id: 'DOC-2', ...added })],
      rejected: [study('ADD', added), study('ADD', { id: 'DOC', ...added })],
    },
    '/clinical_study CHANGE': {
      done: [study('CHANGE', { id: 'DOC-2', title: 'Altro' })],
      rejected: [study('CHANGE', { id: 'NONE', title: 'x' }), study('CHANGE', { id: 'DOC-2', center: 'RM01' }, rome)],
    },
    '/clinical_study ETHIC_APPROVAL': {
      done: [study('ETHIC_APPROVAL', { id: 'DOC-2', center: 'RM01', ethics_committee_approval: true }, rome)],
      rejected: [
        study('ETHIC_APPROVAL', { id: 'NONE', center: 'RM01', ethics_committee_approval: true }, rome),
        study('ETHIC_APPROVAL', { id: 'DOC-2' }, rome),
      ],
    },
    '/putEthicsDocument': {
      done: [() => rome.post('/putEthicsDocument', { multipart: { id: 'DOC' }, file: pdf })],
      rejected: [
        () => rome.post('/putEthicsDocument', { multipart: { id: 'DOC' } }),
        () => rome.post('/putEthicsDocument', { multipart: { id: 'DOC' }, file }),
      ],
    },
    '/getEthicsDocument': {
      done: [() => rome.get('/getEthicsDocument?id=DOC&center=RM01')],
      rejected: [() => rome.get('/getEthicsDocument?id=DOC&center=MI01'), () => rome.get('/getEthicsDocument?id=DOC')],
    },
    '/putStudySheet': {
      done: [() => admin.post('/putStudySheet', { multipart: { id: 'DOC', language: 'it' }, file: pdf })],
      rejected: [
        () => admin.post('/putStudySheet', { multipart: { id: 'DOC', language: 'it' } }),
        () => admin.post('/putStudySheet', { multipart: { id: 'DOC', language: 'it' }, file }),
      ],
    },
    '/getStudySheet': {
      done: [() => rome.get('/getStudySheet?id=DOC&language=it')],
      rejected: [() => rome.get('/getStudySheet?id=NONE&language=it'), () => rome.get('/getStudySheet?id=DOC')],
    },
    '/patient/StudySheet': {
      done: [() => patient.get('/patient/StudySheet?id=DOC&language=en')],
      rejected: [() => patient.get('/patient/StudySheet?id=NONE&language=it'), () => patient.get('/patient/StudySheet?id=DOC')],
    },
    '/getStudies': {
      done: formats.map((format) => json(program, '/getStudies', { ...centre, format })),
      rejected: [
        json(program, '/getStudies', { ...centre, centerPwd: 'wrong' }),
        json(program, '/getStudies', { ...centre, format: 'pdf' }),
      ],
    },
    '/getStudyPatients': {
      done: formats.map((format) => json(program, '/getStudyPatients', { ...centre, format, StudyCode: id })),
      rejected: [json(program, '/getStudyPatients', centre), json(program, '/getStudyPatients', { ...centre, StudyCode: 'NONE' })],
    },
    '/putStudyPatients': {
      done: [() => program.post('/putStudyPatients', { multipart: centre, file })],
      rejected: [
        () => program.post('/putStudyPatients', { multipart: { ...centre, centerPwd: 'wrong' }, file }),
        () => program.post('/putStudyPatients', { multipart: centre }),
      ],
    },
    '/patient/JoinStudy': {
      done: [json(patient, '/patient/JoinStudy', { StudyCode: id, status: 'ConsensoNO' })],
      rejected: [
        json(patient, '/patient/JoinStudy', { StudyCode: id, status: 'FORSE' }),
        json(patient, '/patient/JoinStudy', { StudyCode: 'NONE', status: 'ConsensoSI' }),
      ],
    },
  }
}
