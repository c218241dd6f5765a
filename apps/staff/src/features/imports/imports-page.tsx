import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportCommand } from '@registry/domain/imports/columns'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { ChangedValues } from './changed-values.tsx'
import { ImportHistory } from './import-history.tsx'
import { importsParts, type ImportsPart, type SynchronisationSearch } from './imports-route.ts'
import layout from '../../layout/layout.module.css'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'
import { trpc } from '../../app/shell.ts'
import { DownloadLink } from '../../uploads/download-link.tsx'
import { UploadForm } from '../../uploads/upload-form.tsx'

const uploads = {
  createPatients: {
    field: 'PatientsFile',
    text: msg`Registra i pazienti del centro. Chi è nuovo riceve un invito; chi è già registrato resta com’è.`,
  },
  putPersonalData: {
    field: 'PersonalDataFile',
    text: msg`Registra i dati anagrafici dei pazienti che hanno dato il consenso. Una cella vuota lascia il valore com’è, \\N lo cancella.`,
  },
  putMedicalData: {
    field: 'MedicalDataFile',
    text: msg`Registra i dati clinici dei pazienti che hanno dato il consenso. Una cella vuota lascia il valore com’è, \\N lo cancella.`,
  },
  putObservations: {
    field: 'ObservationsFile',
    text: msg`Registra i risultati degli esami, uno per riga con il suo giorno. Un risultato già registrato resta com’è: lo stesso file si può mandare ogni notte.`,
  },
} as const satisfies Record<ImportCommand, { readonly field: string; readonly text: ReturnType<typeof msg> }>

/** Uploads one kind of file, with its templates (REQ-IMP-07, REQ-IMP-14). */
const DataUpload = ({ command }: { readonly command: ImportCommand }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const { field, text } = uploads[command]
  const template = (format: string): string => `/api/importTemplate?command=${command}&format=${format}&lang=${language}`
  return (
    <div className={layout.part}>
      <p className={layout.text}>{t(text)}</p>
      <p className={layout.text}>
        {t`File da compilare:`} <DownloadLink path={template('xlsx')}>{t`Excel, con la spiegazione di ogni colonna`}</DownloadLink>
        {' · '}
        <DownloadLink path={template('csv')}>{t`CSV`}</DownloadLink>
      </p>
      <UploadForm
        target={{ path: `/${command}`, field }}
        givesRejectedRows
        onStored={async () => {
          await Promise.all([
            queryClient.invalidateQueries({ queryKey: trpc.imports.list.infiniteQueryKey() }),
            queryClient.invalidateQueries({ queryKey: trpc.home.staff.queryKey() }),
            queryClient.invalidateQueries({ queryKey: trpc.ecrf.patients.infiniteQueryKey() }),
          ])
        }}
      >
        {({ changes }) => changes && <ChangedValues changes={changes} />}
      </UploadForm>
    </div>
  )
}

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
  esami: msg`Carica gli esami`,
  storia: msg`Storia dei caricamenti`,
} as const satisfies Record<ImportsPart, ReturnType<typeof msg>>

const panels = {
  pazienti: <DataUpload command="createPatients" />,
  consensi: <ConsentRetrieval />,
  anagrafici: <DataUpload command="putPersonalData" />,
  clinici: <DataUpload command="putMedicalData" />,
  esami: <DataUpload command="putObservations" />,
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
