import { Button, Group, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientPaperConsents } from '@registry/api-contract/paper-consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { isLanguage, type Language } from '@registry/domain/language'
import { saveFile } from '@registry/ui/browser/save-file.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readBase64 } from '../../app/base64.ts'
import { trpc } from '../../app/shell.ts'
import { PaperAnswers } from '../../paper-consents/paper-answers.tsx'
import { ScanButton } from '../../paper-consents/scan-button.tsx'
import { DeskButton } from './desk-button.tsx'
import { RecordPaperDialog } from './record-paper-dialog.tsx'
import layout from '../../layout/layout.module.css'
import papers from '../../paper-consents/paper-consents.module.css'
import classes from './ecrf.module.css'

/** Consents on paper of a patient: prints a form, records a signed one, and shows the recorded ones (REQ-CON-30, REQ-CON-31). */
export const PaperConsents = ({ code }: { readonly code: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const { language: own } = useLanguage()
  const [language, setLanguage] = useState<Language>(own)
  const [recording, setRecording] = useState(false)
  const { data } = useQuery(trpc.paperConsents.ofPatient.queryOptions({ code }, { staleTime: 0 }))
  const refresh = () => client.invalidateQueries({ queryKey: trpc.paperConsents.ofPatient.queryKey({ code }) })
  const print = useMutation(
    trpc.paperConsents.form.mutationOptions({
      ...ownFailures,
      onSuccess: async ({ formNumber, pdf }) => {
        saveFile(`modulo_consenso_${formNumber}.pdf`, new Blob([readBase64(pdf)], { type: 'application/pdf' }))
        await refresh()
      },
    }),
  )
  return (
    <section aria-label={t`Consenso su carta`} className={classes.summary}>
      <h2 className={layout.title}>{t`Consenso su carta`}</h2>
      <p className={classes.note}>
        {t`Stampa il modulo, fallo firmare e registralo con la scansione. Le risposte valgono quando un’altra persona del centro ha verificato il modulo.`}
      </p>
      <Group align="end" className="no-print">
        <Select
          label={t`Lingua del modulo`}
          data={[
            { value: 'it', label: t`Italiano` },
            { value: 'en', label: t`Inglese` },
          ]}
          value={language}
          allowDeselect={false}
          onChange={(value) => isLanguage(value) && setLanguage(value)}
        />
        <Button
          variant="default"
          loading={print.isPending}
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => print.mutate({ code, language })}
        >
          {t`Stampa il modulo`}
        </Button>
        <Button variant="default" disabled={!data || data.printed.length === 0} onClick={() => setRecording(true)}>
          {t`Registra un modulo firmato`}
        </Button>
        <DeskButton code={code} />
      </Group>
      {print.error && <Notice status="error">{describeFailure(print.error)}</Notice>}
      {data && data.recorded.length > 0 && (
        <ol className={papers.papers}>
          {data.recorded.map((paper) => (
            <li key={paper.id} className={papers.paper}>
              <RecordedPaper paper={paper} />
            </li>
          ))}
        </ol>
      )}
      {recording && data && (
        <RecordPaperDialog
          code={code}
          printed={data.printed}
          guardians={data.guardians}
          onRecorded={() => {
            setRecording(false)
            void refresh()
          }}
          onClose={() => setRecording(false)}
        />
      )}
    </section>
  )
}

const RecordedPaper = ({ paper }: { readonly paper: PatientPaperConsents['recorded'][number] }) => {
  const { t } = useLingui()
  const { formNumber, state, signedOn, recordedBy, recordedAt, decidedBy, decidedAt, reason, superseded } = paper
  const [day, recorded, decided] = [showDate(signedOn), showMoment(recordedAt), decidedAt === null ? '' : showMoment(decidedAt)]
  return (
    <>
      <h3>{t`Modulo ${formNumber}, firmato il ${day}`}</h3>
      {state === 'PENDING' && (
        <StatusBadge status="waiting" wraps>{t`Da verificare: registrato da ${recordedBy} il ${recorded}`}</StatusBadge>
      )}
      {state === 'VERIFIED' && (
        <StatusBadge status="yes" wraps>{t`Verificato da ${decidedBy} il ${decided}, registrato da ${recordedBy}`}</StatusBadge>
      )}
      {state === 'REFUSED' && <StatusBadge status="error" wraps>{t`Rifiutato da ${decidedBy} il ${decided}: ${reason}`}</StatusBadge>}
      <PaperAnswers paper={paper} superseded={superseded} />
      <ScanButton id={paper.id} />
    </>
  )
}
