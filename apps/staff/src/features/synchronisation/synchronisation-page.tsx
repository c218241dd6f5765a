import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConsentRetrieval } from './consent-retrieval.tsx'
import { DataUpload } from './data-upload.tsx'
import { ImportHistory } from './import-history.tsx'
import classes from './synchronisation.module.css'
import { synchronisationParts, type SynchronisationPart, type SynchronisationSearch } from './synchronisation-route.ts'

const partTexts = {
  pazienti: msg`Carica nuovi pazienti`,
  consensi: msg`Recupera i consensi`,
  anagrafici: msg`Carica i dati anagrafici`,
  clinici: msg`Carica i dati clinici`,
  storia: msg`Storia dei caricamenti`,
} as const satisfies Record<SynchronisationPart, ReturnType<typeof msg>>

const panels = {
  pazienti: () => <DataUpload command="createPatients" />,
  consensi: () => <ConsentRetrieval />,
  anagrafici: () => <DataUpload command="putPersonalData" />,
  clinici: () => <DataUpload command="putMedicalData" />,
  storia: () => <ImportHistory />,
} as const satisfies Record<SynchronisationPart, () => ReactNode>

/** The exchange of files between a centre and the registry (REQ-IMP-07, REQ-IMP-15). */
export const SynchronisationPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { parte = 'pazienti' }: SynchronisationSearch = useSearch({ strict: false })
  const open = (part: string | null): void => {
    const chosen = synchronisationParts.find((one) => one === part)
    void navigate({ to: '.', search: chosen ? { parte: chosen } : {}, resetScroll: false })
  }
  return (
    <>
      <PageHeading title={t`Sincronizzazione pazienti e dati`} />
      <Tabs value={parte} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={t`Operazioni`}>
          {synchronisationParts.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {t(partTexts[part])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {synchronisationParts.map((part) => (
          <Tabs.Panel key={part} value={part} className={classes.panel}>
            {part === parte && panels[part]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
