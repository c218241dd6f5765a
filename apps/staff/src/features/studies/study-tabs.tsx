import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type StudySearch, studyTabs } from './study-routes.ts'
import classes from './studies.module.css'

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
  const open = (tab: string | null): void => {
    const chosen = studyTabs.find((one) => one === tab)
    void navigate({ to: '.', search: chosen ? { scheda: chosen } : {}, replace: true, resetScroll: false })
  }
  const isThere = { pazienti: patients !== undefined, esportazione: participants !== undefined }
  return (
    <Tabs value={scheda !== undefined && isThere[scheda] ? scheda : 'dettagli'} onChange={open} keepMounted>
      <Tabs.List aria-label={t`Parti dello studio`}>
        <Tabs.Tab value="dettagli">{t`Dettagli studio`}</Tabs.Tab>
        {isThere.pazienti && <Tabs.Tab value="pazienti">{t`Gestione pazienti`}</Tabs.Tab>}
        {isThere.esportazione && <Tabs.Tab value="esportazione">{t`Esportazione`}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="dettagli" className={classes.panel}>
        {details}
      </Tabs.Panel>
      {isThere.pazienti && (
        <Tabs.Panel value="pazienti" className={classes.panel}>
          {patients}
        </Tabs.Panel>
      )}
      {isThere.esportazione && (
        <Tabs.Panel value="esportazione" className={classes.panel}>
          {participants}
        </Tabs.Panel>
      )}
    </Tabs>
  )
}
