import { Button, CloseButton, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import type { Field } from '@registry/domain/fields/dictionary'
import { showDate } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRangeText } from '../../discrepancies/use-range-text.ts'
import { QueryState, QueryTexts } from '../../discrepancies/query-facts.tsx'
import { isFarReport } from '../../discrepancies/take-computed-dialog.tsx'
import { useFieldHistory } from './field-help.tsx'
import { useRecord } from './record-context.ts'
import { useSourceText } from './use-source-text.ts'
import { useValueSource } from './use-value-source.ts'
import { useActorName } from '../../app/actor-name.ts'
import { useValueText } from '../../app/use-value-text.ts'
import classes from './field-help.module.css'

/** The newest changes that a panel shows. The tab of the history has all. */
const shownChanges = 5

const FieldChanges = ({ field }: { readonly field: Field }) => {
  const { t } = useLingui()
  const { choices } = useRecord()
  const showValue = useValueText(choices)
  const showSource = useSourceText()
  const showActor = useActorName()
  const changes = useFieldHistory(field)
  if (!changes) return <p className={classes.note}>{t`Caricamento…`}</p>
  if (changes.length === 0) return <p className={classes.note}>{t`Nessun cambiamento registrato`}</p>
  return (
    <ol className={classes.changes}>
      {changes.slice(0, shownChanges).map(({ at, new: value, actor, source, reason }) => (
        <li key={at}>
          <strong>{showValue(field.name, value)}</strong>{' '}
          {[showDate(at), showSource(source), showActor(actor), reason].filter(Boolean).join(' · ')}
        </li>
      ))}
    </ol>
  )
}

type Props = {
  readonly field: Field
  readonly discrepancies: readonly Discrepancy[]
  readonly readOnly: boolean
  readonly onClose: () => void
}

/** The panel of a field: its range, its open discrepancies, its questions with their answers, and its last changes (REQ-CRF-19). */
const FieldPanel = ({ field, discrepancies, readOnly, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const panel = useRef<HTMLDivElement>(null)
  const range = useRangeText()(field)
  const { sources, answer, takeComputed, queries, askManagers, closeQuery } = useRecord()
  const { showSource } = useValueSource()
  const mark = sources[field.name]
  const label = field.label[language]
  useEffect(() => {
    const element = panel.current
    if (!element) return
    element.focus()
    // The history arrives later and makes the panel longer.
    const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={panel} role="dialog" tabIndex={-1} aria-label={t`Informazioni: ${label}`} className={classes.panel}>
      <div className={classes.panelTop}>
        <strong>{label}</strong>
        <CloseButton size="sm" aria-label={t`Chiudi`} onClick={onClose} />
      </div>
      {field.hint && <p>{field.hint[language]}</p>}
      {range !== undefined && <p>{range}</p>}
      {discrepancies.map((discrepancy) => {
        const since = showDate(discrepancy.openedAt)
        return (
          <div key={discrepancy.id} className={classes.discrepancy}>
            <p>{discrepancy.message}</p>
            {mark && isFarReport(discrepancy) && <p>{showSource(field, mark)}</p>}
            <p className={classes.note}>{t`Segnalazione dal ${since}`}</p>
            {!readOnly && (
              <Group gap="xs">
                <Button size="compact-sm" variant="default" onClick={() => answer(discrepancy)}>
                  {isFarReport(discrepancy) ? t`Tieni il riportato…` : t`È corretto…`}
                </Button>
                {isFarReport(discrepancy) && (
                  <Button size="compact-sm" variant="default" onClick={() => takeComputed(discrepancy)}>
                    {t`Prendi il calcolato…`}
                  </Button>
                )}
              </Group>
            )}
          </div>
        )
      })}
      {(queries.get(field.name) ?? []).map((query) => (
        <div key={query.id} className={classes.discrepancy}>
          <QueryState state={query.state} />
          <QueryTexts query={query} />
          {query.state !== 'closed' && (
            <Button size="compact-sm" variant="default" onClick={() => closeQuery(query)}>
              {t`Chiudi la richiesta`}
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button size="compact-sm" variant="default" className={classes.ask} onClick={() => askManagers(field.name)}>
          {t`Chiedi ai responsabili dei dati…`}
        </Button>
      )}
      <strong className={classes.panelTitle}>{t`Ultimi cambiamenti`}</strong>
      <FieldChanges field={field} />
      <Link to="." hash="history" replace resetScroll={false}>{t`Tutta la storia`}</Link>
    </div>
  )
}

export default FieldPanel
