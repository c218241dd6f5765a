import { describe, expect, test } from 'vitest'
import { editableFields } from './editable-fields.ts'
import { findStudyRequest, rankStudyRequest, type StudyReader } from './requested-operation.ts'
import type { StudyLifecycle, StudyState } from './states.ts'

const today = '2026-03-10'
const study = (state: StudyState, endDate: string | null = '2026-04-01'): StudyLifecycle => ({
  state,
  endDate,
  suspended: false,
  deleted: false,
})

const admin: StudyReader = { role: 'GlobalAdmin' }
const manager: StudyReader = { role: 'DataManager' }
const main = (approved: boolean | null): StudyReader => ({ role: 'CenterAdmin', isMain: true, approved })
const other = (approved: boolean | null): StudyReader => ({ role: 'CenterAdmin', isMain: false, approved })

const [endDate, ethics, control, exporting] = [
  'Inserimento_data_fine_arruolamento',
  'Inserimento_valutazione_comitato_etico',
  'Controllo_pazienti',
  'Esportazione',
]

describe('REQ-STU-08: the requested operation', () => {
  test.each<[string, StudyLifecycle, StudyReader, string | null, boolean]>([
    ['GlobalAdmin waits for the ethics committee', study('EthicsCommitteeWaiting', null), admin, null, false],
    ['GlobalAdmin gives an approved study its end date', study('AlreadySentToCenters', null), admin, endDate, false],
    ['GlobalAdmin has given the end date', study('Active'), admin, null, false],
    ['GlobalAdmin reads a terminated study', study('Terminated', null), admin, null, true],
    ['GlobalAdmin reads an exported study', study('Exported'), admin, null, true],
    ['DataManager exports an active study', study('Active'), manager, exporting, false],
    ['DataManager exports after the end date', study('Active', '2026-03-01'), manager, exporting, false],
    ['DataManager reads a study to be sent', study('ToBeSentToPatients'), manager, null, true],
    ['the main centre evaluates', study('EthicsCommitteeWaiting', null), main(null), ethics, false],
    ['the main centre controls its patients', study('AlreadySentToCenters', null), main(true), control, false],
    ['the main centre controls after the end date', study('Active', '2026-03-01'), main(true), control, false],
    ['the main centre reads a terminated study', study('Terminated'), main(false), null, true],
    ['the main centre reads an exported study', study('Exported'), main(true), null, true],
    ['another centre waits for the main centre', study('EthicsCommitteeWaiting', null), other(null), null, true],
    ['another centre evaluates', study('AlreadySentToCenters', null), other(null), ethics, false],
    ['another centre evaluates on the last day', study('Active', today), other(null), ethics, false],
    ['another centre is too late', study('Active', '2026-03-09'), other(null), null, true],
    ['another centre that approved controls', study('ToBeSentToPatients'), other(true), control, false],
    ['another centre that refused reads', study('Active'), other(false), null, true],
    ['another centre reads an exported study', study('Exported'), other(true), null, true],
  ])('%s', (_case, life, reader, operation, readonly) => {
    expect(findStudyRequest(life, reader, today)).toEqual({ ops: operation === null ? [] : [operation], readonly })
  })

  test.each<[string, StudyReader, boolean]>([
    ['GlobalAdmin can reactivate', admin, false],
    ['a DataManager reads', manager, true],
    ['the main centre reads', main(true), true],
    ['another centre reads', other(null), true],
  ])('in a suspended study %s', (_case, reader, readonly) => {
    expect(findStudyRequest({ ...study('Active'), suspended: true }, reader, today)).toEqual({ ops: [], readonly })
  })

  test('open operations come first, then patient control and others, then studies to read', () => {
    const requests = [
      findStudyRequest(study('Terminated'), admin, today),
      findStudyRequest(study('Active'), main(true), today),
      findStudyRequest(study('AlreadySentToCenters', null), admin, today),
      findStudyRequest(study('Active'), admin, today),
    ]
    expect(requests.map(rankStudyRequest)).toEqual([2, 1, 0, 1])
  })
})

test('REQ-STU-05: ethics committees fix all fields but the texts, the contact, the video and the end date', () => {
  expect(editableFields.EthicsCommitteeWaiting).toEqual([
    'title',
    'description',
    'titleEn',
    'descriptionEn',
    'purpose',
    'purposeEn',
    'duration',
    'durationEn',
    'contactName',
    'contact',
    'mainCentre',
    'type',
    'filterId',
    'sf36Version',
    'videoUrl',
    'endDate',
  ])
  for (const state of ['AlreadySentToCenters', 'ToBeSentToPatients', 'Active'] as const)
    expect(new Set(editableFields.EthicsCommitteeWaiting).difference(new Set(editableFields[state]))).toEqual(
      new Set(['mainCentre', 'type', 'filterId', 'sf36Version']),
    )
  expect([editableFields.Terminated, editableFields.Exported]).toEqual([[], []])
})
