import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ImportCommand } from '@registry/domain/imports/columns'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
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
} as const satisfies Record<ImportCommand, { readonly field: string; readonly text: ReturnType<typeof msg> }>

/** Uploads one kind of file, with its templates (REQ-IMP-07, REQ-IMP-14). */
export const DataUpload = ({ command }: { readonly command: ImportCommand }) => {
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
      />
    </div>
  )
}
