import { principalMessages } from './permissions.ts'
import type { Message } from './message.ts'
import type { StudyState } from '../studies/states.ts'
import type { StudyActor, StudyOperation } from '../studies/transitions.ts'

/** The operations of a study, for the manual. */
export const studyOperationMessages = {
  change: /*i18n*/ { id: 'study.operation.change', message: 'Modifica i campi' },
  approveEthics: /*i18n*/ { id: 'study.operation.approve_ethics', message: 'Registra l’approvazione del comitato etico' },
  refuseEthics: /*i18n*/ { id: 'study.operation.refuse_ethics', message: 'Registra il rifiuto del comitato etico' },
  decideForCentre: /*i18n*/ { id: 'study.operation.decide_for_centre', message: 'Registra la valutazione del proprio comitato etico' },
  correctEthics: /*i18n*/ { id: 'study.operation.correct_ethics', message: 'Corregge comitato e data della valutazione' },
  approveAfterRefusal: /*i18n*/ { id: 'study.operation.approve_after_refusal', message: 'Corregge un rifiuto in approvazione' },
  refuseAfterApproval: /*i18n*/ { id: 'study.operation.refuse_after_approval', message: 'Corregge un’approvazione in rifiuto' },
  correctForCentre: /*i18n*/ {
    id: 'study.operation.correct_for_centre',
    message: 'Corregge la valutazione del proprio comitato etico, se non ha ancora invitato pazienti',
  },
  setEndDate: /*i18n*/ { id: 'study.operation.set_end_date', message: 'Inserisce la data di fine arruolamento' },
  decidePatients: /*i18n*/ { id: 'study.operation.decide_patients', message: 'Approva o rifiuta i candidati' },
  invite: /*i18n*/ { id: 'study.operation.invite', message: 'Invita un candidato approvato' },
  answer: /*i18n*/ { id: 'study.operation.answer', message: 'Risponde all’invito, o cambia un No in Sì' },
  leave: /*i18n*/ { id: 'study.operation.leave', message: 'Esce dallo studio' },
  exportAsCentre: /*i18n*/ { id: 'study.operation.export_as_centre', message: 'Esporta i propri pazienti' },
  exportAsManager: /*i18n*/ { id: 'study.operation.export_as_manager', message: 'Esporta e segna i pazienti' },
  exportAgain: /*i18n*/ { id: 'study.operation.export_again', message: 'Rigenera un’esportazione' },
  closeByExport: /*i18n*/ {
    id: 'study.operation.close_by_export',
    message: 'Chiude lo studio con il primo file dopo la fine dell’arruolamento',
  },
  terminate: /*i18n*/ { id: 'study.operation.terminate', message: 'Conclude lo studio' },
  suspend: /*i18n*/ { id: 'study.operation.suspend', message: 'Sospende lo studio' },
  reactivate: /*i18n*/ { id: 'study.operation.reactivate', message: 'Riattiva lo studio' },
  remove: /*i18n*/ { id: 'study.operation.remove', message: 'Elimina lo studio' },
} as const satisfies Record<StudyOperation, Message>

/** Labels of the actors of an operation. */
export const studyActorMessages = {
  GlobalAdmin: principalMessages.GlobalAdmin,
  DataManager: principalMessages.DataManager,
  mainCentre: /*i18n*/ { id: 'study.actor.main_centre', message: 'Centro principale' },
  otherCentre: /*i18n*/ { id: 'study.actor.other_centre', message: 'Altro centro' },
  approvedCentre: /*i18n*/ { id: 'study.actor.approved_centre', message: 'Centro che ha approvato' },
  patient: principalMessages.patient,
  system: /*i18n*/ { id: 'study.actor.system', message: 'Automatico' },
} as const satisfies Record<StudyActor, Message>

/** The words of the reference table svc_clinical_study_status. */
export const studyStateMessages = {
  EthicsCommitteeWaiting: /*i18n*/ { id: 'study.state.ethics_committee_waiting', message: 'In attesa del comitato etico' },
  AlreadySentToCenters: /*i18n*/ { id: 'study.state.already_sent_to_centers', message: 'Inviato ai centri' },
  ToBeSentToPatients: /*i18n*/ { id: 'study.state.to_be_sent_to_patients', message: 'Da inviare ai pazienti' },
  Active: /*i18n*/ { id: 'study.state.active', message: 'Attivo' },
  Terminated: /*i18n*/ { id: 'study.state.terminated', message: 'Concluso' },
  Exported: /*i18n*/ { id: 'study.state.exported', message: 'Esportato' },
} as const satisfies Record<StudyState, Message>
