import { Button, UnstyledButton } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { findAge, listAlerts } from '@registry/domain/ecrf/summary'
import { getItalianToday, showDate } from '@registry/ui/language/format.ts'
import { PageTitle } from '@registry/ui/layout/page.tsx'
import { useReservedSpace } from '@registry/ui/layout/reserved-space.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import classes from './record-banner.module.css'
import { useValueText } from '../../app/use-value-text.ts'
import { useValueAge } from './use-value-age.ts'

type Props = {
  readonly record: PatientRecordView
  readonly choices: RecordChoices
  readonly discrepancies: readonly Discrepancy[]
  readonly isChanged: boolean
  readonly onShowSummary: () => void
  readonly onShowDiscrepancies: () => void
  readonly onClose: () => void
}

/** The number of items that do not fit in the only line of a list. */
const useHiddenCount = () => {
  const list = useRef<HTMLUListElement>(null)
  const [count, setCount] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = (): void => {
      const [first, ...others] = [...element.children].map((child) => child.getBoundingClientRect().top)
      setCount(others.filter((top) => first !== undefined && top > first).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { list, count }
}

type AlertsProps = { readonly alerts: readonly string[]; readonly onShowSummary: () => void }

/** The alerts in one line. The summary shows those that do not fit. */
const BannerAlerts = ({ alerts, onShowSummary }: AlertsProps) => {
  const { t } = useLingui()
  const { list, count } = useHiddenCount()
  return (
    <div className={classes.alertLine}>
      <ul ref={list} className={classes.alerts} aria-label={t`Avvisi`}>
        {alerts.map((alert) => (
          <li key={alert}>
            <StatusBadge status="error">{alert}</StatusBadge>
          </li>
        ))}
      </ul>
      {count > 0 && (
        <UnstyledButton className={`${classes.moreAlerts} no-print`} onClick={onShowSummary}>
          {t`${plural(count, { one: 'e # altro avviso', other: 'e altri # avvisi' })}`}
        </UnstyledButton>
      )}
    </div>
  )
}

/** The patient of the open record, with alerts. It stays in view above the form (REQ-CRF-09). */
export const RecordBanner = ({ record, choices, discrepancies, isChanged, onShowSummary, onShowDiscrepancies, onClose }: Props) => {
  const { t } = useLingui()
  const banner = useRef<HTMLDivElement>(null)
  useReservedSpace('top', banner)
  const showValue = useValueText(choices)
  const [today] = useState(getItalianToday)
  const { code, surname, name, values } = record
  const age = findAge(values, today)
  const born = values['DOB']
  const facts = (['SEX', 'GENOTYPE', 'FENOTYPE'] as const).flatMap((field) =>
    (values[field] ?? null) === null ? [] : [{ field, text: showValue(field, values[field]) }],
  )
  const { showAlert } = useValueAge(today)
  const alerts = listAlerts(record, today).map((alert) => showAlert(record, alert))
  const open = discrepancies.filter(({ state }) => state === 'open').length
  return (
    <div ref={banner} className={classes.banner}>
      <div className={classes.patient}>
        <div className={classes.person}>
          <PageTitle windowTitle={t`Cartella`} className={classes.name}>
            {`${surname} ${name}`} <span className={classes.code}>{code}</span>
          </PageTitle>
          <span className={classes.facts}>
            {age !== undefined && <span>{typeof born === 'string' ? t`${age} anni (${showDate(born)})` : t`${age} anni`}</span>}
            {facts.map(({ field, text }) => (
              <span key={field}>{text}</span>
            ))}
          </span>
        </div>
        {alerts.length > 0 && <BannerAlerts key={alerts.join()} alerts={alerts} onShowSummary={onShowSummary} />}
      </div>
      <div className={`${classes.tools} no-print`}>
        {open > 0 && (
          <Button size="compact-sm" variant="default" onClick={onShowDiscrepancies}>
            {t`${plural(open, { one: '# segnalazione', other: '# segnalazioni' })}`}
          </Button>
        )}
        {isChanged && <span className={classes.changed}>{t`Non salvata`}</span>}
        <Button size="compact-md" variant="default" className={classes.close} onClick={onClose}>{t`Chiudi cartella`}</Button>
      </div>
    </div>
  )
}
