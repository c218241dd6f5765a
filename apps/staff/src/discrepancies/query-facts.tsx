import { useLingui } from '@lingui/react/macro'
import type { CentreQuery } from '@registry/api-contract/discrepancies'
import type { CentreQueryState } from '@registry/domain/discrepancies/states'
import { showMoment } from '@registry/ui/language/format.ts'
import { StatusBadge, type Status } from '@registry/ui/status/status-badge.tsx'
import layout from '../layout/layout.module.css'

const statusByState = { open: 'waiting', answered: 'yes', closed: 'unknown' } as const satisfies Record<CentreQueryState, Status>

export const QueryState = ({ state }: Pick<CentreQuery, 'state'>) => {
  const { t } = useLingui()
  const texts = { open: t`Aperta`, answered: t`Con risposta`, closed: t`Chiusa` } as const satisfies Record<CentreQueryState, string>
  return <StatusBadge status={statusByState[state]}>{texts[state]}</StatusBadge>
}

/** Question, reply and end of a query, with persons and moments. */
export const QueryTexts = ({ query: { question, reply, closed } }: { readonly query: CentreQuery }) => {
  const { t } = useLingui()
  return (
    <>
      <p className={layout.text}>{question.text}</p>
      <p className={layout.note}>{`${question.by}, ${showMoment(question.at)}`}</p>
      {reply && (
        <>
          <p className={layout.text}>{t`Risposta: ${reply.text}`}</p>
          <p className={layout.note}>{`${reply.by}, ${showMoment(reply.at)}`}</p>
        </>
      )}
      {closed && <p className={layout.note}>{t`Chiusa da ${closed.by}, ${showMoment(closed.at)}`}</p>}
    </>
  )
}
