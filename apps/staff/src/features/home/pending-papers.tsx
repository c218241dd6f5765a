import { Button, Checkbox, Group, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PendingPaperConsents } from '@registry/api-contract/paper-consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { PaperAnswers } from '../../paper-consents/paper-answers.tsx'
import { ScanButton } from '../../paper-consents/scan-button.tsx'
import papers from '../../paper-consents/paper-consents.module.css'
import { Block } from './block.tsx'
import classes from './home.module.css'

/** The signed forms that wait for a second person of the centre (REQ-CON-32). */
export const PendingPapers = () => {
  const { t } = useLingui()
  const { data } = useQuery(trpc.paperConsents.pending.queryOptions(undefined, { staleTime: 0 }))
  if (!data || data.length === 0) return null
  return (
    <Block id="paper-consents" title={t`Consensi da verificare`}>
      <p className={classes.text}>
        {t`Apri la scansione e confronta numero, paziente, risposte, giorno e firme. Le risposte valgono solo dopo la verifica di una seconda persona.`}
      </p>
      <ul className={papers.papers}>
        {data.map((paper) => (
          <li key={paper.id} className={papers.paper}>
            <PendingPaper paper={paper} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

const PendingPaper = ({ paper }: { readonly paper: PendingPaperConsents[number] }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [compared, setCompared] = useState({ wasRead: false, agrees: false })
  const [reason, setReason] = useState<string>()
  const settled = { ...ownFailures, onSuccess: () => client.invalidateQueries(trpc.paperConsents.pending.queryFilter()) }
  const verify = useMutation(trpc.paperConsents.verify.mutationOptions(settled))
  const refuse = useMutation(trpc.paperConsents.refuse.mutationOptions(settled))
  const { id, formNumber, centre, code, surname, name, signedOn, recordedBy, recordedAt, own } = paper
  const person = formatPersonName(`${surname} ${name}`)
  const [day, moment] = [showDate(signedOn), showMoment(recordedAt)]
  const failure = verify.error ?? refuse.error
  return (
    <section aria-label={t`Modulo ${formNumber}`}>
      <details>
        <summary>
          <strong>{person}</strong> <span className={classes.when}>{t`${code}, centro ${centre} · firmato il ${day}`}</span>{' '}
          {own && <StatusBadge status="waiting" wraps>{t`Lo hai registrato tu: lo verifica un’altra persona del centro`}</StatusBadge>}
        </summary>
        <p className={papers.note}>{t`Modulo ${formNumber}, registrato da ${recordedBy} il ${moment}`}</p>
        <PaperAnswers paper={paper} />
        {!own && (
          <>
            <Group>
              <ScanButton id={id} onRead={() => setCompared((before) => ({ ...before, wasRead: true }))} />
            </Group>
            <Checkbox
              my="sm"
              label={t`Ho confrontato il modulo con la scansione`}
              disabled={!compared.wasRead}
              checked={compared.agrees}
              onChange={({ currentTarget: { checked } }) => setCompared((before) => ({ ...before, agrees: checked }))}
            />
            {reason !== undefined && (
              <Textarea
                label={t`Motivo del rifiuto`}
                withAsterisk
                maxLength={500}
                rows={2}
                mb="sm"
                value={reason}
                onChange={({ currentTarget: { value } }) => setReason(value)}
              />
            )}
            <Group>
              <Button disabled={!compared.agrees} loading={verify.isPending} onClick={() => verify.mutate({ id })}>{t`Verifica`}</Button>
              <Button
                variant="default"
                disabled={reason !== undefined && reason.trim() === ''}
                loading={refuse.isPending}
                onClick={() => (reason === undefined ? setReason('') : refuse.mutate({ id, reason }))}
              >
                {reason === undefined ? t`Rifiuta` : t`Conferma il rifiuto`}
              </Button>
            </Group>
          </>
        )}
      </details>
      {failure && <Notice status="error">{describeFailure(failure)}</Notice>}
    </section>
  )
}
