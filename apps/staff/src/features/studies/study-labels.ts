import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { RequestedOperation } from '@registry/domain/studies/requested-operation'
import type { StudyState } from '@registry/domain/studies/states'

/** The words of the reference table svc_clinical_study_status. */
const stateLabels = {
  EthicsCommitteeWaiting: msg`In attesa del comitato etico`,
  AlreadySentToCenters: msg`Inviato ai centri`,
  ToBeSentToPatients: msg`Da inviare ai pazienti`,
  Active: msg`Attivo`,
  Terminated: msg`Concluso`,
  Exported: msg`Esportato`,
} as const satisfies Record<StudyState, MessageDescriptor>

const operationLabels = {
  Inserimento_data_fine_arruolamento: msg`Inserire la data di fine arruolamento`,
  Inserimento_valutazione_comitato_etico: msg`Inserire la valutazione del comitato etico`,
  Controllo_pazienti: msg`Controllo pazienti`,
  Esportazione: msg`Esportazione`,
} as const satisfies Record<RequestedOperation, MessageDescriptor>

/** The names of states and requested operations in the reader's language. */
export const useStudyLabels = () => {
  const { t } = useLingui()
  return {
    formatState: (state: StudyState, suspended: boolean): string =>
      suspended ? t`${t(stateLabels[state])}, sospeso` : t(stateLabels[state]),
    formatOperation: (operation: RequestedOperation): string => t(operationLabels[operation]),
  }
}
