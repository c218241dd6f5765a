import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTabs } from '../../layout/page-tabs.tsx'
import type { StudySearch } from './study-routes.ts'

type Props = {
  readonly details: ReactNode
  /** Absent unless the centre controls its patients. */
  readonly patients: ReactNode | undefined
  /** Absent unless the role exports the study now. */
  readonly participants: ReactNode | undefined
}

/** The tabs of a study, as far as the role has them (document 2, section 2). The address holds the open one. */
export const StudyTabs = ({ details, patients, participants }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { scheda }: StudySearch = useSearch({ strict: false })
  if (patients === undefined && participants === undefined) return details
  const tabs = [
    { name: 'dettagli', label: t`Dettagli studio`, panel: details },
    { name: 'pazienti', label: t`Gestione pazienti`, panel: patients },
    { name: 'esportazione', label: t`Esportazione`, panel: participants },
  ] as const
  const shown = tabs.filter(({ panel }) => panel !== undefined)
  return (
    <PageTabs
      label={t`Parti dello studio`}
      tabs={shown}
      open={shown.find(({ name }) => name === scheda)?.name ?? 'dettagli'}
      onOpen={(tab) => void navigate({ to: '.', search: tab === 'dettagli' ? {} : { scheda: tab }, replace: true, resetScroll: false })}
      keepMounted
    />
  )
}
