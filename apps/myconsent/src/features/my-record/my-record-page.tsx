import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { PageFailure, PageHeading } from '@registry/ui/layout/page.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { isSessionLost, toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { api, queryClient } from '../../app/shell.ts'
import type { CorrectionSubject } from '../../corrections/ask-correction.tsx'
import { RecordCode } from '../../my-record/record-code.tsx'
import { RecordFiles } from '../../my-record/record-files.tsx'
import { EmergencySheet } from './emergency-sheet.tsx'
import { OwnSectionPart } from './own-section.tsx'
import { ownRecordQuery } from './queries.ts'
import classes from './my-record.module.css'

const AskCorrection = lazy(async () => ({ default: (await import('../../corrections/ask-correction.tsx')).AskCorrection }))

/** The record of the patient, or of the one for whom a guardian acts, in plain words (REQ-PAT-25). */
export const MyRecordPage = ({ user: { actingFor, name } }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const [correcting, setCorrecting] = useState<CorrectionSubject>()
  const { data: record, error, refetch } = useQuery(ownRecordQuery())
  const failure = error ? toRequestError(error) : undefined
  const needsCode = failure?.code === 'record_code_required'
  if (failure && isSessionLost(failure)) return null
  if (failure && !needsCode) return <PageFailure error={error} onRetry={() => void refetch()} />
  const readWithCode = async (otp: string): Promise<void> => {
    queryClient.setQueryData(ownRecordQuery().queryKey, await api.myRecord.read.mutate({ otp }))
  }
  const child = typeof actingFor === 'string' ? formatPersonName(name) : undefined
  const day = record?.lastChange ? showDate(record.lastChange) : undefined
  return (
    <>
      <PageHeading
        windowTitle={t`La tua cartella`}
        title={child === undefined ? t`La tua cartella` : t`La cartella di ${child}`}
        lead={
          child === undefined
            ? t`Quello che il registro conserva su di te, in parole semplici. Le fasce sono quelle abituali e non sono un consiglio: se un valore ti preoccupa, chiedi al tuo centro.`
            : t`Quello che il registro conserva su ${child}, in parole semplici. Le fasce sono quelle abituali e non sono un consiglio: se un valore ti preoccupa, chiedi al centro.`
        }
      />
      {needsCode && <RecordCode submitLabel={t`Apri la cartella`} onCode={readWithCode} />}
      {!needsCode && !record && <LinesSkeleton lines={12} />}
      {!needsCode && record && (
        <>
          {record.delayDays > 0 && (
            <Notice status="info">
              <Plural
                value={record.delayDays}
                one="Alcuni valori sono recenti: il registro li mostra # giorno dopo averli ricevuti. Per conoscerli prima chiedi al centro."
                other="Alcuni valori sono recenti: il registro li mostra # giorni dopo averli ricevuti. Per conoscerli prima chiedi al centro."
              />
            </Notice>
          )}
          {day !== undefined && (
            <p className={classes.since}>
              <Trans>Ultimo cambiamento: {day}</Trans>
            </p>
          )}
          {record.sections.map((section) => (
            <OwnSectionPart key={section.section} section={section} onCorrect={setCorrecting} />
          ))}
          <details className={`${classes.section} no-print`}>
            <summary>
              <h2>{t`Scheda per le emergenze`}</h2>
            </summary>
            <EmergencySheet />
          </details>
          <details className={`${classes.section} no-print`}>
            <summary>
              <h2>{t`Una copia da portare con te`}</h2>
            </summary>
            <p>{t`I tre documenti contengono gli stessi valori. Degli esami ripetuti il PDF ha gli ultimi cinque risultati, gli altri due li hanno tutti. Sono dati sanitari: conservali con cura.`}</p>
            <RecordFiles />
          </details>
          <PageActions>
            <ButtonLink to="/myconsent" hash="usi" size="lg">
              {t`Chi ha usato i tuoi dati?`}
            </ButtonLink>
            <ButtonLink to="/correzioni" variant="default" size="lg">
              {t`Correzioni`}
            </ButtonLink>
            <ButtonLink to="/myconsent" variant="default" size="lg">
              {t`Indietro`}
            </ButtonLink>
          </PageActions>
          {correcting && (
            <Suspense>
              <AskCorrection about={correcting} onClose={() => setCorrecting(undefined)} />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}
