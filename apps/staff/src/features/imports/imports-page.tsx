import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { DataUpload } from './data-upload.tsx'
import { ImportHistory } from './import-history.tsx'
import { importsParts, type ImportsPart, type SynchronisationSearch } from './imports-route.ts'
import layout from '../../layout/layout.module.css'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'

/** Saves what each patient of the centre has agreed to as a file (REQ-IMP-07). */
const ConsentRetrieval = () => {
  const { t } = useLingui()
  return (
    <div className={layout.part}>
      <p className={layout.text}>
        {t`Per ogni paziente il file dice se il registro accetta i suoi dati anagrafici e clinici. Chi non ha ancora risposto ha la cella vuota.`}
      </p>
      <RetrievalForm file={{ path: '/getConsents', fields: {}, name: 'consensi' }} />
    </div>
  )
}

const partTexts = {
  pazienti: msg`Carica nuovi pazienti`,
  consensi: msg`Recupera i consensi`,
  anagrafici: msg`Carica i dati anagrafici`,
  clinici: msg`Carica i dati clinici`,
  storia: msg`Storia dei caricamenti`,
} as const satisfies Record<ImportsPart, ReturnType<typeof msg>>

const panels = {
  pazienti: <DataUpload command="createPatients" />,
  consensi: <ConsentRetrieval />,
  anagrafici: <DataUpload command="putPersonalData" />,
  clinici: <DataUpload command="putMedicalData" />,
  storia: <ImportHistory />,
} as const satisfies Record<ImportsPart, ReactNode>

/** The exchange of files between a centre and the registry (REQ-IMP-07, REQ-IMP-15). */
export const ImportsPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { parte = 'pazienti' }: SynchronisationSearch = useSearch({ strict: false })
  return (
    <>
      <PageHeading title={t`Sincronizzazione pazienti e dati`} />
      <PageTabs
        label={t`Operazioni`}
        tabs={importsParts.map((part) => ({ name: part, label: t(partTexts[part]), panel: panels[part] }))}
        open={parte}
        onOpen={(part) => void navigate({ to: '.', search: { parte: part }, resetScroll: false })}
      />
    </>
  )
}
