import { useLingui } from '@lingui/react/macro'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'

/** Screen and printout state that the wording is not a validated instrument (REQ-PAT-13). */
export const DemonstrationNotice = () => {
  const { t } = useLingui()
  return <StatusBadge status="warning" wraps>{t`Testo dimostrativo: non è uno strumento validato.`}</StatusBadge>
}
