import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { StudyCandidate } from '@registry/api-contract/study-candidates'
import type { ParticipationState } from '@registry/domain/studies/states'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMemo, useCallback } from 'react'
import { CandidateLink } from './candidate-link.tsx'

/** The words of the reference table svc_clinical_study_patient_status. */
const statusLabels = {
  AttesaConsenso: msg`In attesa della risposta`,
  ConsensoNO: msg`Ha risposto No`,
  ConsensoSI: msg`Ha risposto Sì`,
  Esportato: msg`Esportato`,
} as const satisfies Record<ParticipationState, MessageDescriptor>

/** The words for the decisions and states of candidates, and for why they match. */
const useCandidateLabels = (conditions: readonly string[]) => {
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

/** The decisions that are not stored yet, by the code of the patient. */
export type Decisions = ReadonlyMap<string, boolean | null>

type Props = {
  readonly candidates: readonly StudyCandidate[]
  /** The conditions of the filter in words. */
  readonly conditions: readonly string[]
  readonly decisions: Decisions
  readonly onDecide: (code: string, approved: boolean | null) => void
}

const rowId = ({ centrePatientCode }: StudyCandidate): string => centrePatientCode
const hasAnswered = ({ status }: StudyCandidate): boolean => status !== null && status !== 'AttesaConsenso'

type ButtonProps = Pick<Props, 'onDecide'> & {
  readonly label: string
  readonly candidate: StudyCandidate
  readonly answer: boolean
  readonly chosen: boolean
}

/** Decides about one candidate. The chosen button takes the decision back. */
const DecisionButton = ({ label, candidate, answer, chosen, onDecide }: ButtonProps) => {
  const { centrePatientCode: code } = candidate
  const Icon = answer ? IconCheck : IconX
  return (
    <Button
      size="compact-sm"
      variant={chosen ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden="true" />}
      aria-pressed={chosen}
      aria-label={`${label}: ${code}`}
      disabled={hasAnswered(candidate)}
      onClick={() => onDecide(code, chosen ? null : answer)}
    >
      {label}
    </Button>
  )
}

const useCandidateColumns = ({ conditions, decisions, onDecide }: Omit<Props, 'candidates'>): readonly GridColumn<StudyCandidate>[] => {
  const { t } = useLingui()
  const { formatDecision, formatStatus, explainMatch } = useCandidateLabels(conditions)
  return useMemo((): readonly GridColumn<StudyCandidate>[] => {
    const findDecision = ({ centrePatientCode, approved }: StudyCandidate): boolean | null => {
      const changed = decisions.get(centrePatientCode)
      return changed === undefined ? approved : changed
    }
    return [
      { id: 'code', header: t`Codice`, width: 125, value: rowId },
      {
        id: 'person',
        header: t`Cognome e nome`,
        width: 190,
        value: ({ surname, name }) => `${surname} ${name}`,
        show: (one) => <CandidateLink candidate={one} />,
      },
      { id: 'match', header: t`Perché è candidato`, width: 260, value: explainMatch },
      {
        id: 'approve',
        header: t`Approva`,
        width: 120,
        sortable: false,
        value: () => null,
        show: (one) => (
          <DecisionButton label={t`Approva`} candidate={one} answer={true} chosen={findDecision(one) === true} onDecide={onDecide} />
        ),
      },
      {
        id: 'refuse',
        header: t`Rifiuta`,
        width: 115,
        sortable: false,
        value: () => null,
        show: (one) => (
          <DecisionButton label={t`Rifiuta`} candidate={one} answer={false} chosen={findDecision(one) === false} onDecide={onDecide} />
        ),
      },
      {
        id: 'decision',
        type: 'choice',
        header: t`Decisione`,
        width: 200,
        value: (one) =>
          decisions.has(one.centrePatientCode) ? t`${formatDecision(findDecision(one))}, da registrare` : formatDecision(one.approved),
      },
      { id: 'status', type: 'choice', header: t`Stato`, width: 200, value: formatStatus },
      {
        id: 'invited',
        type: 'date',
        header: t`Invito`,
        width: 130,
        value: ({ invitedAt }) => invitedAt,
        text: ({ invitedAt }) => (invitedAt === null ? '' : showDate(invitedAt)),
      },
      {
        id: 'answered',
        type: 'date',
        header: t`Risposta`,
        width: 130,
        value: ({ answeredAt }) => answeredAt,
        text: ({ answeredAt }) => (answeredAt === null ? '' : showDate(answeredAt)),
      },
      {
        id: 'left',
        type: 'date',
        header: t`Uscita`,
        width: 130,
        value: ({ leftAt }) => leftAt,
        text: ({ leftAt }) => (leftAt === null ? '' : showDate(leftAt)),
      },
    ]
  }, [t, decisions, onDecide, formatDecision, formatStatus, explainMatch])
}

/** The candidates with the reasons why they match, and a button for each decision (REQ-STU-06, REQ-STU-17). */
export const CandidateGrid = ({ candidates, ...decided }: Props) => {
  const { t } = useLingui()
  const columns = useCandidateColumns(decided)
  return <Grid label={t`Candidati dello studio`} columns={columns} rows={candidates} rowId={rowId} />
}
