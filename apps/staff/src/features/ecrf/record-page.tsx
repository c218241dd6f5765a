import { Button, Group, Tabs } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView } from '@registry/api-contract/ecrf'
import { showDate } from '@registry/ui/language/format.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { CorrectionList } from '../../corrections/correction-list.tsx'
import layout from '../../layout/layout.module.css'
import { CorrectionDialog } from './correction-dialog.tsx'
import { PaperConsents } from './paper-consents.tsx'
import { RecordBanner } from './record-banner.tsx'
import { RecordDiscrepancies } from './record-discrepancies.tsx'
import { RecordFacts } from './record-facts.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordPrints } from './record-prints.tsx'
import { RecordSignatures } from './record-signatures.tsx'
import { RecordSummary } from './record-summary.tsx'
import { recordQueries } from './record-queries.ts'
import { findTab } from './record-tabs.ts'
import classes from './ecrf.module.css'

const RecordHistory = lazy(() => import('./record-history.tsx'))
const RecordGuardians = lazy(() => import('./guardians/record-guardians.tsx'))
const RecordObservations = lazy(() => import('./observations/record-observations.tsx'))
const RecordTimeline = lazy(() => import('./timeline/record-timeline.tsx'))

/** The record of the address (REQ-CRF-06). */
export const RecordPage = () => {
  const { record } = useParams({ from: '/_signed-in/ecrf_/$record' })
  return <OpenRecord key={record} id={record} />
}

/** One record: who the patient is, the form, and what is known about its values (REQ-CRF-09). */
const OpenRecord = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const place = useLocation({ select: ({ hash }) => hash })
  const [{ data: record }, { data: choices }, { data: discrepancies }, { data: queries }, { data: corrections }] = useSuspenseQueries({
    queries: [
      recordQueries.open(id),
      recordQueries.choices(),
      recordQueries.discrepancies(id),
      recordQueries.queries(id),
      recordQueries.corrections(id),
    ],
  })
  const [changed, setChanged] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const [corrected, setCorrected] = useState<'unchanged' | 'invited' | 'pending'>()
  const { medical } = record.consents
  const tab = findTab(place)
  const requests = corrections.length
  const show = (next: string): void => void navigate({ to: '.', hash: next === 'form' ? '' : next, replace: true, resetScroll: false })
  return (
    <>
      <RecordBanner
        record={record}
        choices={choices}
        discrepancies={discrepancies}
        isChanged={changed}
        onShowSummary={() => show('summary')}
        onShowDiscrepancies={() => show('discrepancies')}
        onClose={() => void navigate({ to: '/ecrf' })}
      />
      <RecordNotices record={record} corrected={corrected} />
      {corrections.length > 0 && (
        <section className="no-print" aria-label={t`Richieste di correzione del paziente`}>
          <details>
            <summary>
              <strong>{t`${plural(requests, { one: '# richiesta di correzione del paziente', other: '# richieste di correzione del paziente' })}`}</strong>
            </summary>
            <CorrectionList corrections={corrections} />
          </details>
        </section>
      )}
      <Tabs value={tab} onChange={(next) => show(next ?? 'form')} keepMounted={false}>
        <Tabs.List className="no-print">
          <Tabs.Tab value="form">{t`Dati`}</Tabs.Tab>
          <Tabs.Tab value="summary">{t`Riepilogo`}</Tabs.Tab>
          {medical && <Tabs.Tab value="observations">{t`Esami`}</Tabs.Tab>}
          {medical && <Tabs.Tab value="timeline">{t`Andamenti`}</Tabs.Tab>}
          <Tabs.Tab value="discrepancies">{t`Segnalazioni`}</Tabs.Tab>
          <Tabs.Tab value="guardians">{t`Tutori`}</Tabs.Tab>
          <Tabs.Tab value="history">{t`Storia`}</Tabs.Tab>
        </Tabs.List>
        {/* The form keeps what was typed while another tab is open. */}
        <Tabs.Panel value="form" keepMounted className={`${classes.panel} no-print`}>
          <RecordForm
            record={record}
            choices={choices}
            discrepancies={discrepancies}
            queries={queries}
            corrections={corrections}
            place={place}
            onChanged={setChanged}
          />
        </Tabs.Panel>
        {tab === 'form' && (
          <div className={classes.printed}>
            <RecordFacts values={record.values} choices={choices} />
          </div>
        )}
        <Tabs.Panel value="summary" className={`${classes.panel} ${layout.page}`}>
          <RecordSummary record={record} choices={choices} />
          <RecordSignatures record={record} changed={changed} />
          <Group className="no-print">
            <RecordPrints code={record.code} />
            {!record.withdrawn && <Button variant="default" onClick={() => setCorrecting(true)}>{t`Correggi la registrazione`}</Button>}
          </Group>
          {!record.withdrawn && <PaperConsents code={record.code} />}
        </Tabs.Panel>
        <Tabs.Panel value="observations" className={classes.panel}>
          <Suspense fallback={<BlockSkeleton height={480} />}>
            <RecordObservations record={record} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="timeline" className={classes.panel}>
          <Suspense fallback={<BlockSkeleton height={480} />}>
            <RecordTimeline record={record} choices={choices} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="discrepancies" className={classes.panel}>
          <RecordDiscrepancies discrepancies={discrepancies} readOnly={record.withdrawn} />
        </Tabs.Panel>
        <Tabs.Panel value="guardians" className={classes.panel}>
          <Suspense fallback={<BlockSkeleton height={240} />}>
            <RecordGuardians code={record.code} readOnly={record.withdrawn} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel}>
          <Suspense fallback={<BlockSkeleton height={240} />}>
            <RecordHistory code={record.code} choices={choices} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
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
    </>
  )
}

type NoticesProps = { readonly record: PatientRecordView; readonly corrected: 'unchanged' | 'invited' | 'pending' | undefined }

/** Limits of the record: consents that are missing, and a contact that waits for its confirmation (REQ-PAT-24). */
const RecordNotices = ({ record: { withdrawn, consents, pendingContact }, corrected }: NoticesProps) => {
  const { t } = useLingui()
  return (
    <>
      {withdrawn && <Notice status="withdrawn">{t`Il paziente ha ritirato il consenso: la cartella non si può più modificare.`}</Notice>}
      {!consents.personal && (
        <Notice status="no">{t`Il paziente non ha concesso il consenso per il trattamento dei dati anagrafici`}</Notice>
      )}
      {!consents.medical && <Notice status="no">{t`Il paziente non ha concesso il consenso per il trattamento dei dati medici`}</Notice>}
      {corrected !== undefined && (
        <Notice status="yes">
          {corrected === 'invited' ? t`La registrazione è corretta e il nuovo invito è partito.` : t`La registrazione è corretta.`}
        </Notice>
      )}
      {pendingContact && (
        <Notice status="waiting">
          {t`Il nuovo recapito ${pendingContact.contact} aspetta la conferma del paziente (${pendingContact.actor}, ${showDate(pendingContact.at)}). Fino ad allora vale quello di prima.`}
        </Notice>
      )}
    </>
  )
}
