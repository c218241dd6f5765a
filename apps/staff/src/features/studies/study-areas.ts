/** The three areas that share the study screens (REQ-STU-08). GlobalAdmin alone creates and changes studies, and exports none. */
export const studyAreas = {
  ga: { list: '/ga_studiclinici', detail: '/ga_studio', asRole: 'GlobalAdmin', runsAs: undefined },
  dm: { list: '/dm_studiclinici', detail: '/dm_studio', asRole: 'DataManager', runsAs: 'DataManager' },
  ca: { list: '/ca_studiclinici', detail: '/ca_studio', asRole: 'CenterAdmin', runsAs: 'CenterAdmin' },
} as const
export type StudyArea = (typeof studyAreas)[keyof typeof studyAreas]

/** Replaces the code in the address of a study that is not saved yet. */
export const newStudyId = '__new__'

export const studyAddress = (area: StudyArea, id: string): string => `${area.detail}/${encodeURIComponent(id)}`
