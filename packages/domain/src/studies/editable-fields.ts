import type { StudyState } from './states.ts'

/** The fields of a study that GlobalAdmin changes. The code never changes (REQ-STU-05). */
export const studyFields = [
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
] as const
export type StudyField = (typeof studyFields)[number]

/** The ethics committees approved the other fields. */
const afterApproval: readonly StudyField[] = [
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
  'videoUrl',
  'endDate',
]

/** The fields that GlobalAdmin may change in each state. An end date before the approval is kept, and opens the study at the approval. */
export const editableFields: Readonly<Record<StudyState, readonly StudyField[]>> = {
  EthicsCommitteeWaiting: studyFields,
  AlreadySentToCenters: afterApproval,
  ToBeSentToPatients: afterApproval,
  Active: afterApproval,
  Terminated: [],
  Exported: [],
}
