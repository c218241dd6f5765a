import { useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMemo } from 'react'

const statuses = { active: 'yes', suspended: 'waiting', deleted: 'no' } as const satisfies Record<Centre['state'], Status>

export const useStateLabels = (): Readonly<Record<Centre['state'], string>> => {
  const { t } = useLingui()
  return useMemo(() => ({ active: t`Attivo`, suspended: t`Sospeso`, deleted: t`Eliminato` }), [t])
}

export const CentreState = ({ state }: { readonly state: Centre['state'] }) => {
  const labels = useStateLabels()
  return <StatusBadge status={statuses[state]}>{labels[state]}</StatusBadge>
}
