import { Button, Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import type { Fact } from '@registry/domain/discrepancies/facts'
import { findField, type Field } from '@registry/domain/fields/dictionary'
import { formatMeasurement } from '@registry/domain/fields/units'
import type { Language } from '@registry/domain/language'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useId, useState } from 'react'
import { recordAddress } from '../app/record-address.ts'
import layout from '../layout/layout.module.css'
import classes from './fact-table.module.css'
import { isFarReport } from './take-computed-dialog.tsx'
import { useRangeText } from './use-range-text.ts'

type Props = {
  readonly label: string
  readonly facts: readonly Fact<Discrepancy>[]
  /** False in a record, which has its patient above. */
  readonly hasPatients: boolean
  /** The numbers of the selected discrepancies. Without it no row can be selected. */
  readonly selected?: ReadonlySet<number>
  /** Whether the list continues, so that selecting all selects only the rows that are shown. */
  readonly hasMore?: boolean
  readonly onSelect?: (ids: readonly number[], isSelected: boolean) => void
  readonly onAnswer?: (discrepancies: readonly Discrepancy[]) => void
  /** Called with reported statistics that are far from the results (RULE-39). */
  readonly onTakeComputed?: (discrepancies: readonly Discrepancy[]) => void
  readonly onClose?: (ids: readonly number[]) => void
}

const listIds = (discrepancies: readonly Discrepancy[]): readonly number[] => discrepancies.map(({ id }) => id)

/** The usual range of a number in few characters, otherwise its permitted range. */
const formatUsualRange = ({ min, max, warnMin = min, warnMax = max }: Field, language: Language): string | undefined => {
  if (typeof warnMin !== 'number' || typeof warnMax !== 'number') return undefined
  return `${formatMeasurement(warnMin, language)}–${formatMeasurement(warnMax, language)}`
}

/** Discrepancies, one row for each fact: value, limits, last different value and what to do about it (REQ-CRF-10). */
export const FactTable = ({ label, facts, hasPatients, selected, hasMore = false, onSelect, onAnswer, onTakeComputed, onClose }: Props) => {
  const { t } = useLingui()
  const all = facts.flatMap(({ discrepancies }) => listIds(discrepancies))
  const count = all.filter((id) => selected?.has(id)).length
  return (
    <ScrollableTable role="region" label={label} className={classes.facts}>
      <thead>
        <tr>
          {onSelect && (
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label={hasMore ? t`Seleziona quelle mostrate` : t`Seleziona tutte`}
                checked={count > 0 && count === all.length}
                indeterminate={count > 0 && count < all.length}
                onChange={({ currentTarget }) => onSelect(all, currentTarget.checked)}
              />
            </th>
          )}
          {hasPatients && <th scope="col">{t`Paziente`}</th>}
          <th scope="col">{t`Campo e valore`}</th>
          <th scope="col">{t`Valore precedente`}</th>
          <th scope="col">{t`Limiti abituali`}</th>
          <th scope="col">{t`Controllo`}</th>
          <th scope="col" className={classes.since}>
            {t`Dal`}
          </th>
          {(onAnswer ?? onClose) && (
            <th scope="col">
              <span className="visually-hidden">{t`Operazioni`}</span>
            </th>
          )}
        </tr>
      </thead>
      {facts.map((fact) => (
        <FactRow
          key={fact.discrepancies[0].id}
          fact={fact}
          hasPatients={hasPatients}
          {...(onSelect && { onSelect, isSelected: fact.discrepancies.every(({ id }) => selected?.has(id)) })}
          {...(onAnswer && { onAnswer })}
          {...(onTakeComputed && { onTakeComputed })}
          {...(onClose && { onClose })}
        />
      ))}
    </ScrollableTable>
  )
}

type RowProps = Pick<Props, 'hasPatients' | 'onSelect' | 'onAnswer' | 'onTakeComputed' | 'onClose'> & {
  readonly fact: Fact<Discrepancy>
  readonly isSelected?: boolean
}

const FactRow = ({
  fact: { discrepancies, fields },
  hasPatients,
  isSelected = false,
  onSelect,
  onAnswer,
  onTakeComputed,
  onClose,
}: RowProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showRange = useRangeText()
  const details = useId()
  const [isOpen, setOpen] = useState(false)
  const [first] = discrepancies
  const [main = ''] = fields
  const nameField = (field: string): string => findField(field)?.label[language] ?? field
  const values = new Map(discrepancies.flatMap((one) => one.values.map((value) => [value.field, value])))
  const mainField = findField(main)
  const others = fields.slice(1).filter((field) => values.has(field))
  const previous = values.get(main)?.previous
  const name = hasPatients ? `${first.code}, ${nameField(main)}` : nameField(main)
  const severity = discrepancies.some((one) => one.severity === 'error') ? 'error' : 'warning'
  const more = discrepancies.length - 1
  const open = discrepancies.filter(({ state }) => state === 'open')
  const reported = open.filter(isFarReport)
  const computedTexts = fields.flatMap((field) => {
    const { text = '', computed } = values.get(field) ?? {}
    if (computed === undefined) return []
    const label = nameField(field)
    return [field === main ? t`dai risultati ${computed}` : t`${label} ${text}, dai risultati ${computed}`]
  })
  const reportedName = [...(hasPatients ? [first.code] : []), ...reported.flatMap((one) => one.fields.map(nameField))].join(', ')
  // The answer keeps all values of the fact, also those of other checks.
  const keepLabel = reported.length === 0 ? t`È corretto` : open.length === 1 ? t`Tieni il riportato` : t`Tieni i valori`
  const takeLabel = reported.length === 1 ? t`Prendi il calcolato` : t`Prendi i calcolati`
  const isFolded = more > 0 || others.length > 0
  return (
    <tbody>
      <tr>
        {onSelect && (
          <td>
            <Checkbox
              size="xs"
              aria-label={t`Seleziona: ${name}`}
              checked={isSelected}
              onChange={({ currentTarget }) => onSelect(listIds(discrepancies), currentTarget.checked)}
            />
          </td>
        )}
        {hasPatients && (
          <th scope="row" className={classes.code}>
            {first.code}
          </th>
        )}
        <td>
          <RouteLink href={recordAddress(first.record, main)} aria-label={t`Apri la cartella: ${name}`}>
            {nameField(main)}
          </RouteLink>{' '}
          <strong className={classes.value}>{values.get(main)?.text}</strong>
          {computedTexts.map((text) => (
            <p key={text} className={`${layout.note} ${classes.computed}`}>
              {text}
            </p>
          ))}
        </td>
        <td data-label={t`Valore precedente`}>
          {previous && (
            <>
              <span className={classes.previous}>{`${previous.text},`}</span>{' '}
              <span className={classes.previous}>{showDate(previous.at)}</span>
            </>
          )}
        </td>
        <td className={classes.range} data-label={t`Limiti abituali`} title={mainField && showRange(mainField)}>
          {mainField && formatUsualRange(mainField, language)}
        </td>
        <td>
          <div className={classes.check}>
            {severity === 'error' ? (
              <StatusBadge status="error">{t`Errore`}</StatusBadge>
            ) : (
              <StatusBadge status="warning">{t({ message: 'Avviso', context: 'gravità di una segnalazione' })}</StatusBadge>
            )}
            <span className={classes.message} title={first.message}>
              {first.message}
            </span>
            {isFolded && (
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={isOpen}
                aria-controls={details}
                aria-label={`${more > 0 ? `+${more}` : '…'} ${t`Dettagli: ${name}`}`}
                onClick={() => setOpen(!isOpen)}
              >
                {more > 0 ? `+${more}` : '…'}
              </Button>
            )}
          </div>
          {first.answer && <p className={layout.note}>{t`«${first.answer.text}», ${first.answer.by}, ${showMoment(first.answer.at)}`}</p>}
          {first.closed && <p className={layout.note}>{t`Chiusa da ${first.closed.by}, ${showMoment(first.closed.at)}`}</p>}
        </td>
        <td className={classes.since} data-label={t`Dal`}>
          {showDate(first.openedAt.slice(0, 10))}
        </td>
        {(onAnswer ?? onClose) && (
          <td className={classes.actions}>
            {onAnswer && open.length > 0 && (
              <Button size="compact-sm" variant="default" data-answer aria-label={`${keepLabel}: ${name}`} onClick={() => onAnswer(open)}>
                {`${keepLabel}…`}
              </Button>
            )}{' '}
            {onTakeComputed && reported.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${takeLabel}: ${reportedName}`}
                onClick={() => onTakeComputed(reported)}
              >
                {`${takeLabel}…`}
              </Button>
            )}
            {onClose && first.state === 'corrected' && (
              <Button size="compact-sm" variant="default" aria-label={t`Chiudi: ${name}`} onClick={() => onClose(listIds(discrepancies))}>
                {t`Chiudi`}
              </Button>
            )}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr id={details} className={classes.details}>
          <td colSpan={9}>
            <dl className={classes.values}>
              {others.map((field) => (
                <div key={field}>
                  <dt>{nameField(field)}</dt>
                  <dd>{values.get(field)?.text}</dd>
                </div>
              ))}
            </dl>
            <ul>
              {discrepancies.map(({ id, rule, message }) => (
                <li key={id}>{`${message} (${rule ?? t`Regola: intervallo abituale`})`}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </tbody>
  )
}
