import { Button, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { OpenCorrection } from '@registry/api-contract/corrections'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { correctionAnswers } from '@registry/domain/corrections/corrections'
import { maxCorrectionText } from '@registry/domain/corrections/corrections'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { showDate } from '@registry/ui/language/format.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordAddress } from '../app/record-address.ts'
import { trpc } from '../app/shell.ts'
import classes from './corrections.module.css'

type AnswerState = (typeof correctionAnswers)[number]

/** The patients' open requests, each with its field in the record and the two ways to answer (REQ-PAT-27). */
export const CorrectionList = ({ corrections }: { readonly corrections: readonly OpenCorrection[] }) => (
  <ul className={classes.list}>
    {corrections.map((correction) => (
      <CorrectionLine key={correction.id} correction={correction} />
    ))}
  </ul>
)

const CorrectionLine = ({ correction }: { readonly correction: OpenCorrection }) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const { id, record, code, name, surname, field, label, shownValue, currentValue, text: wanted, askedAt, byGuardian, overdue } = correction
  const answer = useMutation(
    trpc.corrections.answer.mutationOptions({
      ...ownFailures,
      onSuccess: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.corrections.open.pathKey() }),
          queryClient.invalidateQueries(trpc.home.staff.queryFilter()),
        ]),
    }),
  )
  const send = (state: AnswerState): void => answer.mutate({ id, state, text })
  const [person, day, isEmpty] = [formatPersonName(`${name} ${surname}`), showDate(askedAt), text.trim() === '']
  return (
    <li className={classes.request}>
      <p className={classes.title}>
        <RouteLink href={recordAddress(record, field ?? undefined)}>
          {code} {person}: {label ?? t`la cartella in generale`}
        </RouteLink>
        <StatusBadge status={overdue ? 'error' : 'waiting'}>{overdue ? t`Da più di 30 giorni: ${day}` : t`Dal ${day}`}</StatusBadge>
      </p>
      {shownValue !== null && <p className={classes.text}>{t`Il paziente leggeva: ${shownValue}`}</p>}
      {currentValue !== null && currentValue !== shownValue && <p className={classes.text}>{t`Adesso la cartella ha: ${currentValue}`}</p>}
      {byGuardian && <p className={classes.text}>{t`Lo chiede chi risponde per il paziente, e legge la tua risposta.`}</p>}
      <p className={classes.wanted}>{wanted}</p>
      <Textarea
        label={t`Risposta al paziente`}
        description={t`Scrivila con parole semplici: la legge il paziente.`}
        value={text}
        maxLength={maxCorrectionText}
        error={answer.error ? describeFailure(answer.error) : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p className={classes.buttons}>
        <Button size="sm" disabled={isEmpty} loading={answer.isPending} onClick={() => send('CHANGED')}>
          {t`Ho corretto il valore`}
        </Button>
        <Button size="sm" variant="default" disabled={isEmpty} loading={answer.isPending} onClick={() => send('EXPLAINED')}>
          {t`Il valore resta: spiego`}
        </Button>
      </p>
    </li>
  )
}
