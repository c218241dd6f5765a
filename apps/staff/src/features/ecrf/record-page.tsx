import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { CorrectionDialog } from './correction-dialog.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordSignatures } from './record-signatures.tsx'
import { RecordSummary } from './record-summary.tsx'
import { VisitSheetButton } from './visit-sheet-button.tsx'

const RecordHistory = lazy(() => import('./record-history.tsx'))
const RecordTimeline = lazy(() => import('./timeline/record-timeline.tsx'))

type Props = { readonly code: string; readonly onClose: () => void }

/** One record: its summary, its form and its history (REQ-CRF-06, REQ-CRF-09). */
export const RecordPage = ({ code, onClose }: Props) => {
  const { t } = useLingui()
  const [{ data: record }, { data: choices }] = useSuspenseQueries({
    queries: [trpc.ecrf.read.queryOptions({ code }, { refetchOnWindowFocus: false, staleTime: 0 }), trpc.ecrf.choices.queryOptions()],
  })
  const [changed, setChanged] = useState(false)
  const [history, setHistory] = useState(false)
  const [timeline, setTimeline] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const [corrected, setCorrected] = useState<'unchanged' | 'invited' | 'pending'>()
  const { personal, medical } = record.consents
  const close = async (): Promise<void> => {
    const question = {
      title: t`Modifiche non salvate`,
      text: t`Le modifiche restano in questo browser come bozza per 24 ore.`,
      confirm: t`Chiudi la cartella`,
    }
    if (!changed || (await askConfirmation(question))) onClose()
  }
  return (
    <>
      <PageHeading
        title={`${record.code} · ${record.surname} ${record.name}`}
        action={<Button variant="default" onClick={() => void close()}>{t`Chiudi cartella`}</Button>}
      />
      <div className={layout.page}>
        {record.withdrawn && (
          <Notice status="withdrawn">{t`Il paziente ha ritirato il consenso: la cartella non si può più modificare.`}</Notice>
        )}
        {!personal && <Notice status="no">{t`Il paziente non ha concesso il consenso per il trattamento dei dati anagrafici`}</Notice>}
        {!medical && <Notice status="no">{t`Il paziente non ha concesso il consenso per il trattamento dei dati medici`}</Notice>}
        {corrected !== undefined && (
          <Notice status="yes">
            {corrected === 'invited' ? t`La registrazione è corretta e il nuovo invito è partito.` : t`La registrazione è corretta.`}
          </Notice>
        )}
        {record.pendingContact && <PendingContact {...record.pendingContact} />}
        <RecordSummary record={record} choices={choices} />
        <Group>
          {medical && (
            <Button variant="default" aria-expanded={timeline} onClick={() => setTimeline(!timeline)}>
              {timeline ? t`Nascondi gli andamenti` : t`Mostra gli andamenti`}
            </Button>
          )}
          <VisitSheetButton code={code} />
          {!record.withdrawn && <Button variant="default" onClick={() => setCorrecting(true)}>{t`Correggi la registrazione`}</Button>}
        </Group>
        {correcting && (
          <CorrectionDialog
            record={record}
            onCorrected={(contact) => {
              setCorrecting(false)
              setCorrected(contact)
            }}
            onClose={() => setCorrecting(false)}
          />
        )}
        {timeline && (
          <Suspense fallback={<BlockSkeleton height={480} />}>
            <RecordTimeline record={record} choices={choices} />
          </Suspense>
        )}
        <RecordSignatures record={record} changed={changed} />
        <RecordForm record={record} choices={choices} onChanged={setChanged} />
        <div>
          <Button variant="default" aria-expanded={history} onClick={() => setHistory(!history)}>
            {history ? t`Nascondi la storia` : t`Mostra la storia della cartella`}
          </Button>
        </div>
        {history && (
          <Suspense fallback={<BlockSkeleton height={240} />}>
            <RecordHistory code={code} choices={choices} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The new contact before its confirmation (REQ-PAT-24). */
const PendingContact = ({ contact, actor, at }: NonNullable<PatientRecordView['pendingContact']>) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const day = new Date(at).toLocaleDateString(language, { timeZone: 'Europe/Rome' })
  return (
    <Notice status="waiting">
      {t`Il nuovo recapito ${contact} aspetta la conferma del paziente (${actor}, ${day}). Fino ad allora vale quello di prima.`}
    </Notice>
  )
}
