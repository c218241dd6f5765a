import { Button, NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type Language, languages } from '@registry/domain/language'
import { languageNames } from '@registry/ui/language/flags.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../app/shell.ts'
import { RecordCode } from './record-code.tsx'
import { useRecordFile } from './use-record-file.ts'
import classes from './record-files.module.css'

type Props = { readonly language: Language; readonly onLanguage: (language: Language) => void }

/** Chooses the language of a file. */
export const FileLanguage = ({ language, onLanguage }: Props) => {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Lingua del documento`}
      size="lg"
      value={language}
      onChange={({ currentTarget }) => onLanguage(languages.find((each) => each === currentTarget.value) ?? language)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The copies of the record to take along (REQ-PAT-28). */
export const RecordFiles = () => {
  const { t } = useLingui()
  const [language, setLanguage] = useState(useLanguage().language)
  const { save, withCode, error, isPending } = useRecordFile()
  const formats = {
    pdf: { label: t`Da leggere (PDF)`, name: t`la-mia-cartella.pdf`, type: 'application/pdf' },
    csv: { label: t`Per un foglio di calcolo (CSV)`, name: t`la-mia-cartella.csv`, type: 'text/csv' },
    fhir: { label: t`Per un altro medico o un’app (FHIR)`, name: t`la-mia-cartella.json`, type: 'application/fhir+json' },
  } as const
  return (
    <div className={classes.files}>
      <FileLanguage language={language} onLanguage={setLanguage} />
      <div className={classes.buttons}>
        {(['pdf', 'csv', 'fhir'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            size="lg"
            leftSection={<IconDownload size={20} aria-hidden />}
            disabled={isPending}
            onClick={() => save({ ...formats[format], load: (code) => api.myRecord.download.mutate({ format, language, ...code }) })}
          >
            {formats[format].label}
          </Button>
        ))}
      </div>
      {withCode && <RecordCode submitLabel={t`Scarica`} onCode={withCode} />}
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
    </div>
  )
}
