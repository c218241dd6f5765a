import type { StudyLifecycle } from './states.ts'
import { isAllowed } from './transitions.ts'

/** The operation that a study requests from its reader, by its old name (REQ-STU-08). */
export const requestedOperations = [
  'Inserimento_data_fine_arruolamento',
  'Inserimento_valutazione_comitato_etico',
  'Controllo_pazienti',
  'Esportazione',
] as const
export type RequestedOperation = (typeof requestedOperations)[number]

/** The reader of a study. A centre has decided yes, no, or nothing (`null`). */
export type StudyReader =
  | { readonly role: 'GlobalAdmin' | 'DataManager' }
  | { readonly role: 'CenterAdmin'; readonly isMain: boolean; readonly approved: boolean | null }

export type StudyRequest = { readonly ops: readonly RequestedOperation[]; readonly readonly: boolean }

const readOnly: StudyRequest = { ops: [], readonly: true }
const request = (operation: RequestedOperation): StudyRequest => ({ ops: [operation], readonly: false })

const findGlobalAdminRequest = (study: StudyLifecycle, today: string): StudyRequest => {
  if (!isAllowed('change', study, today)) return readOnly
  const needsEndDate = study.endDate === null && isAllowed('setEndDate', study, today)
  return needsEndDate ? request('Inserimento_data_fine_arruolamento') : { ops: [], readonly: false }
}

const findCentreRequest = (
  study: StudyLifecycle,
  { isMain, approved }: { isMain: boolean; approved: boolean | null },
  today: string,
): StudyRequest => {
  if (study.suspended || study.deleted) return readOnly
  if (approved === null) {
    const decides = isAllowed(isMain ? 'approveEthics' : 'decideForCentre', study, today)
    return decides ? request('Inserimento_valutazione_comitato_etico') : readOnly
  }
  // Control goes on after the end date, because the centre still exports.
  return approved && isAllowed('decidePatients', { ...study, endDate: null }, today) ? request('Controllo_pazienti') : readOnly
}

/** Returns the operation that a study requests from its reader, and whether the reader can only read (REQ-STU-08, document 2 section 4). */
export const findStudyRequest = (study: StudyLifecycle, reader: StudyReader, today: string): StudyRequest => {
  switch (reader.role) {
    case 'GlobalAdmin':
      return findGlobalAdminRequest(study, today)
    case 'DataManager':
      return isAllowed('exportAsManager', study, today) ? request('Esportazione') : readOnly
    case 'CenterAdmin':
      return findCentreRequest(study, reader, today)
  }
}

/** Orders studies: an open operation first, then patient control and other studies, then those to read (REQ-STU-08). */
export const rankStudyRequest = ({ ops: [operation], readonly }: StudyRequest): number => {
  if (readonly) return 2
  return operation === undefined || operation === 'Controllo_pazienti' ? 1 : 0
}
