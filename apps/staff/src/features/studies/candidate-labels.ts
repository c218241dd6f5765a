import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { StudyCandidate } from '@registry/api-contract/study-candidates'
import type { ParticipationState } from '@registry/domain/studies/states'
import { useCallback } from 'react'

/** The words of the reference table svc_clinical_study_patient_status. */
const statusLabels = {
  AttesaConsenso: msg`In attesa della risposta`,
  ConsensoNO: msg`Ha risposto No`,
  ConsensoSI: msg`Ha risposto Sì`,
  Esportato: msg`Esportato`,
} as const satisfies Record<ParticipationState, MessageDescriptor>

/** The words for the decisions and states of candidates, and for why they match. */
export const useCandidateLabels = (conditions: readonly string[]) => {
  const { t } = useLingui()
  const formatDecision = useCallback(
    (approved: boolean | null): string => (approved === null ? t`Da decidere` : approved ? t`Approvato` : t`Rifiutato`),
    [t],
  )
  const formatStatus = useCallback(
    ({ status, leftAt }: StudyCandidate): string => {
      if (status === null) return t`Non invitato`
      return leftAt === null ? t(statusLabels[status]) : t`È uscito dallo studio`
    },
    [t],
  )
  const explainMatch = useCallback(
    ({ consents: { c_db, c_s }, conditions: met }: StudyCandidate): string => {
      const reasons = [
        ...(c_db === true ? [] : [t`manca il consenso al registro`]),
        ...(c_s === true ? [] : [t`manca il consenso a essere contattato per gli studi`]),
        ...conditions.flatMap((condition, index) => {
          if (met[index] === true) return []
          return [
            met[index] === false ? t`condizione non soddisfatta: ${condition}` : t`condizione che non si può verificare: ${condition}`,
          ]
        }),
      ]
      if (reasons.length > 0) return t`Oggi non corrisponde: ${reasons.join('; ')}`
      return conditions.length === 0 ? t`Il filtro sceglie tutti i pazienti` : t`Corrisponde: ${conditions.join('; ')}`
    },
    [t, conditions],
  )
  return { formatDecision, formatStatus, explainMatch }
}
