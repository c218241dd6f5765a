import { useLingui } from '@lingui/react/macro'
import type { User } from '@registry/api-contract/users'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMemo } from 'react'

const statuses = { active: 'yes', suspended: 'waiting', deleted: 'no' } as const satisfies Record<User['state'], Status>

export const useStateLabels = (): Readonly<Record<User['state'], string>> => {
  const { t } = useLingui()
  return useMemo(() => ({ active: t`Attivo`, suspended: t`Sospeso`, deleted: t`Eliminato` }), [t])
}

export const UserState = ({ state }: { readonly state: User['state'] }) => {
  const labels = useStateLabels()
  return <StatusBadge status={statuses[state]}>{labels[state]}</StatusBadge>
}
