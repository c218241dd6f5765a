import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ManifestLine } from '@registry/api-contract/exports'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'

const outcomes = {
  running: { status: 'waiting', label: msg`In corso` },
  complete: { status: 'yes', label: msg`Completa` },
  partial: { status: 'error', label: msg`Parziale` },
  failed: { status: 'error', label: msg`Non riuscita` },
  cancelled: { status: 'no', label: msg`Annullata` },
  interrupted: { status: 'error', label: msg`Interrotta` },
} as const satisfies Record<ManifestLine['outcome'], { readonly status: Status; readonly label: MessageDescriptor }>

export const OutcomeBadge = ({ outcome }: Pick<ManifestLine, 'outcome'>) => {
  const { t } = useLingui()
  const { status, label } = outcomes[outcome]
  return <StatusBadge status={status}>{t(label)}</StatusBadge>
}
