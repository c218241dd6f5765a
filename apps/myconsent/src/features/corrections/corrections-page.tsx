import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Correction } from '@registry/api-contract/corrections'
import type { CorrectionState } from '@registry/domain/corrections/corrections'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { queryClient, trpc } from '../../app/shell.ts'
import { AskCorrection } from '../../corrections/ask-correction.tsx'
import classes from './corrections.module.css'

const statuses = { OPEN: 'waiting', CHANGED: 'yes', EXPLAINED: 'info', WITHDRAWN: 'withdrawn' } as const satisfies Record<
  CorrectionState,
  Status
>

const CorrectionItem = ({ correction }: { readonly correction: Correction }) => {
  const { t } = useLingui()
  const { id, label, shownValue, text, askedAt, state, answer, answeredAt } = correction
  const states = {
    OPEN: t`In attesa del centro`,
    CHANGED: t`Corretto`,
    EXPLAINED: t`Spiegato`,
    WITHDRAWN: t`Ritirata da te`,
  } as const satisfies Record<CorrectionState, string>
  const withdraw = useMutation(
    trpc.corrections.withdraw.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.corrections.list.queryFilter()) }),
  )
  const [asked, answered] = [showDate(askedAt), answeredAt === null ? '' : showDate(answeredAt)]
  return (
    <li className={classes.request}>
      <h2 className={classes.title}>{label ?? t`La cartella in generale`}</h2>
      <p>
        <StatusBadge status={statuses[state]}>{states[state]}</StatusBadge>
      </p>
      {shownValue !== null && <p>{t`Leggevi: ${shownValue}`}</p>}
      <p className={classes.text}>{t`Hai chiesto il ${asked}: «${text}»`}</p>
      {answer !== null && <p className={classes.text}>{t`Il centro ha risposto il ${answered}: «${answer}»`}</p>}
      {state === 'OPEN' && (
        <Button
          variant="default"
          size="md"
          loading={withdraw.isPending}
          aria-label={t`Ritira la richiesta: ${text}`}
          onClick={() => withdraw.mutate({ id })}
        >
          {t`Ritira la richiesta`}
        </Button>
      )}
    </li>
  )
}

/** The requests of the patient for correction, with the answers of the centre (REQ-PAT-27). */
export const CorrectionsPage = () => {
  const { t } = useLingui()
  const { data: corrections } = useSuspenseQuery(trpc.corrections.list.queryOptions())
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <PageHeading
        title={t`Le tue richieste di correzione`}
        lead={t`Qui leggi che cosa hai chiesto di correggere nella tua cartella e che cosa ha risposto il centro.`}
      />
      {corrections.length === 0 && (
        <EmptyState
          title={t`Nessuna richiesta`}
        >{t`Se nella tua cartella leggi qualcosa che non è giusto, chiedi al centro di correggerlo.`}</EmptyState>
      )}
      <ul className={classes.list}>
        {corrections.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} />
        ))}
      </ul>
      <PageActions>
        <Button size="lg" onClick={() => setAsking(true)}>
          {t`Chiedi una correzione`}
        </Button>
        <ButtonLink to="/miei_dati" variant="default" size="lg">
          {t`La tua cartella`}
        </ButtonLink>
      </PageActions>
      {isAsking && <AskCorrection about={{}} onClose={() => setAsking(false)} />}
    </>
  )
}
