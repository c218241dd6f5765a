import { useLingui } from '@lingui/react/macro'
import type { OwnStudyRow } from '@registry/api-contract/studies'
import { showDate } from '@registry/ui/language/format.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'

/** The pending step of a study, or the answer with its day. */
export const StudyStatus = ({ study: { state, answer, answeredAt, leftAt, endDate } }: { readonly study: OwnStudyRow }) => {
  const { t } = useLingui()
  if (leftAt !== null) {
    const day = showDate(leftAt)
    return <StatusBadge status="no">{t`Hai lasciato lo studio il ${day}`}</StatusBadge>
  }
  if (answer !== null) {
    const day = answeredAt === null ? '' : showDate(answeredAt)
    return answer === 'ConsensoSI' ? (
      <StatusBadge status="yes">{t`Hai risposto Sì il ${day}`}</StatusBadge>
    ) : (
      <StatusBadge status="no">{t`Hai risposto No il ${day}`}</StatusBadge>
    )
  }
  if (state === 'suspended') return <StatusBadge status="unknown">{t`Sospeso: per ora non raccoglie risposte`}</StatusBadge>
  if (state !== 'waiting') return <StatusBadge status="unknown">{t`Non raccoglie più risposte`}</StatusBadge>
  const last = endDate === null ? '' : showDate(endDate)
  return <StatusBadge status="waiting">{last === '' ? t`Aspetta la tua risposta` : t`Puoi rispondere fino al ${last}`}</StatusBadge>
}
