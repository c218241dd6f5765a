import { Button, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { maxAllergiesText } from '@registry/domain/my-record/emergency'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../app/shell.ts'
import { RecordCode } from '../../my-record/record-code.tsx'
import { FileLanguage } from '../../my-record/record-files.tsx'
import { useRecordFile } from '../../my-record/use-record-file.ts'
import files from '../../my-record/record-files.module.css'

/** Makes the page for emergencies with the allergies that the patient writes (REQ-PAT-29). */
export const EmergencySheet = () => {
  const { t } = useLingui()
  const [language, setLanguage] = useState(useLanguage().language)
  const [allergies, setAllergies] = useState('')
  const { save, withCode, error, isPending } = useRecordFile()
  return (
    <div className={files.files}>
      <p>{t`Una pagina da tenere con te: diagnosi, gruppo sanguigno, anticorpi, milza, farmaci e il telefono del centro. Chi ti soccorre la legge, oppure inquadra il suo codice con un telefono.`}</p>
      <Textarea
        label={t`Le tue allergie`}
        description={t`Il registro non le conserva: le scrive solo sulla pagina. Al massimo ${maxAllergiesText} caratteri.`}
        value={allergies}
        onChange={({ currentTarget }) => setAllergies(currentTarget.value)}
        maxLength={maxAllergiesText}
        rows={3}
        size="lg"
        className={files.wide}
      />
      <FileLanguage language={language} onLanguage={setLanguage} />
      <Button
        size="lg"
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={isPending}
        onClick={() =>
          save({
            name: t`scheda-per-le-emergenze.pdf`,
            type: 'application/pdf',
            load: (code) => api.myRecord.sheet.mutate({ language, allergies, ...code }),
          })
        }
      >
        {t`Scarica la scheda (PDF)`}
      </Button>
      {withCode && <RecordCode submitLabel={t`Scarica`} onCode={withCode} />}
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
    </div>
  )
}
