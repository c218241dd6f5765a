import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CentreQuery } from '@registry/api-contract/discrepancies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordAddress } from '../../app/record-address.ts'
import { trpc } from '../../app/shell.ts'
import { TextDialog } from '../../dialogs/text-dialog.tsx'
import { QueryState, QueryTexts } from '../../discrepancies/query-facts.tsx'
import layout from '../../layout/layout.module.css'
import { CheckText } from './check-text.tsx'
import classes from './discrepancies.module.css'
import { useRefreshDiscrepancies } from './use-refresh-discrepancies.ts'

type Props = {
  readonly of: CentreQuerySide
  /** Leaves only some of the queries. */
  readonly isShown?: (query: CentreQuery) => boolean
  /** Shows the discrepancies of the check that a query is about. */
  readonly onShowCheck?: (checkKey: string) => void
}
type CentreQuerySide = 'area' | 'centre'

/** The field of a question, for the centre with the way to the record. */
const QueryField = ({ field, patient }: Pick<CentreQuery, 'field' | 'patient'>) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (field === null) return null
  const label = findField(field)?.label[language] ?? field
  if (!patient) return <p className={layout.text}>{t`Campo: ${label}`}</p>
  return <RouteLink href={recordAddress(patient.record, field)}>{`${patient.code}, ${label}`}</RouteLink>
}

/** Queries between DataManagers and centres: the side that did not ask replies, the side that asked closes (REQ-CRF-11, REQ-CRF-23). */
export const CentreQueries = ({ of, isShown = () => true, onShowCheck }: Props) => {
  const { t } = useLingui()
  const refresh = useRefreshDiscrepancies()
  const { data } = useQuery(trpc.discrepancies.queries.queryOptions({ of }))
  const [replying, setReplying] = useState<CentreQuery>()
  const reply = useMutation(trpc.discrepancies.reply.mutationOptions(ownFailures))
  const closeQuery = useMutation(trpc.discrepancies.closeQuery.mutationOptions())
  if (!data) return <PageSkeleton />
  const queries = data.filter(isShown)
  if (queries.length === 0) return <p className={layout.note}>{t`Nessuna richiesta di chiarimento`}</p>
  const isAskedHere = ({ field }: CentreQuery): boolean => (field === null) === (of === 'area')
  return (
    <>
      <ul className={classes.queries} aria-label={t`Richieste di chiarimento`}>
        {queries.map((query) => {
          const { id, centre, check, state } = query
          return (
            <li key={id} className={classes.query}>
              <div className={classes.queryTop}>
                <QueryState state={state} />
                {of === 'area' && <strong>{`${centre.name} (${centre.code})`}</strong>}
                <QueryField {...query} />
              </div>
              {check && <CheckText check={check} />}
              <QueryTexts query={query} />
              <div className={layout.tightButtons}>
                {check && onShowCheck && (
                  <Button
                    size="compact-md"
                    variant="default"
                    onClick={() => onShowCheck(check.checkKey)}
                  >{t`Mostra le segnalazioni`}</Button>
                )}
                {!isAskedHere(query) && state === 'open' && (
                  <Button size="compact-md" onClick={() => setReplying(query)}>{t`Rispondi`}</Button>
                )}
                {isAskedHere(query) && state !== 'closed' && (
                  <Button
                    size="compact-md"
                    variant="default"
                    onClick={() => void closeQuery.mutateAsync({ of, id }).then(refresh)}
                  >{t`Chiudi la richiesta`}</Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {replying && (
        <TextDialog
          title={of === 'centre' ? t`Rispondi al responsabile dei dati` : t`Rispondi a ${replying.centre.name}`}
          intro={replying.question.text}
          label={t`Risposta`}
          submitLabel={t`Invia la risposta`}
          onClose={() => setReplying(undefined)}
          onSend={async (text) => {
            await reply.mutateAsync({ of, id: replying.id, reply: text })
            await refresh()
          }}
        />
      )}
    </>
  )
}
