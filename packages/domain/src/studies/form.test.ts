import { expect, test } from 'vitest'
import { findStudyFormErrors, type StudyFormValues } from './form.ts'

const complete: StudyFormValues = {
  id: 'IRON',
  title: 'Iron',
  titleEn: '',
  descriptionEn: '',
  description: 'About iron',
  purpose: '',
  purposeEn: '',
  duration: '',
  durationEn: '',
  contactName: '',
  contact: '',
  mainCentre: 'RM01',
  type: 'EA',
  filterId: '3',
  sf36Version: '1',
  videoUrl: '',
}

test('REQ-STU-10: a complete form has no errors', () => {
  expect(findStudyFormErrors(complete)).toEqual({})
  expect(findStudyFormErrors({ ...complete, videoUrl: 'https://vimeo.com/76979871' })).toEqual({})
})

test.each([
  [{ id: ' ' }, { id: 'study_id_required' }],
  [{ title: '' }, { title: 'field_required' }],
  [{ description: '  ' }, { description: 'field_required' }],
  [{ mainCentre: null }, { mainCentre: 'field_required' }],
  [{ type: null }, { type: 'field_required' }],
  [{ filterId: null }, { filterId: 'field_required' }],
  [{ sf36Version: null }, { sf36Version: 'field_required' }],
  [{ contactName: 'Rita', contact: 'rita@example.org' }, {}],
  [{ contactName: 'Rita' }, { contact: 'field_required' }],
  [{ contact: '06 5550101' }, { contactName: 'field_required' }],
  [{ contactName: 'Rita', contact: 'at the desk' }, { contact: 'study_contact_wrong' }],
  [{ videoUrl: 'https://example.org/video' }, {}],
  [{ videoUrl: 'http://example.org/video' }, { videoUrl: 'study_video_wrong' }],
] as const)('REQ-STU-10: %j has its error', (changed, errors) => {
  expect(findStudyFormErrors({ ...complete, ...changed })).toEqual(errors)
})
