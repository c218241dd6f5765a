import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ListedPatient } from '@registry/api-contract/ecrf'
import { monthsBetween } from '@registry/domain/calendar'
import { alertMessages } from '@registry/domain/ecrf/summary-messages'
import type { RecordAlert } from '@registry/domain/ecrf/summary'
import { findConsentState, findShare, workListColumns, type WorkListColumn, type WorkListOrder } from '@registry/domain/ecrf/work-list'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { consentNames } from '../../app/consent-names.ts'
import { recordAddress } from '../../app/record-address.ts'
import classes from './work-list.module.css'

export const columnNames = {
  code: msg`Codice`,
  name: msg`Cognome e nome`,
  age: msg`Età`,
  sex: msg`Sesso`,
  phenotype: msg`Fenotipo`,
  updated: msg`Aggiornata`,
  completeness: msg`Completezza`,
  discrepancies: msg`Segnalazioni`,
  ferritin: msg`Ferritina`,
  mri: msg`Ultima RM`,
  signature: msg`Firmata`,
  consents: msg`Consensi`,
} as const satisfies Record<WorkListColumn, MessageDescriptor>

const numbers: readonly WorkListColumn[] = ['age', 'completeness', 'discrepancies', 'ferritin']

type Props = {
  readonly patients: readonly ListedPatient[]
  readonly order: WorkListOrder
  readonly phenotypes: ReadonlyMap<string, string>
  /** The day in Italy. */
  readonly today: string
  readonly onOrder: (order: WorkListOrder) => void
  readonly onWalk: (event: KeyboardEvent, index: number) => void
}

/** The patients of a centre, each with what is to do (REQ-CRF-21). A row leads to its record. */
export const WorkListTable = ({ patients, order, phenotypes, today, onOrder, onWalk }: Props) => {
  const { t } = useLingui()
  return (
    <table className={classes.table} aria-label={t`Pazienti`}>
      <thead>
        <tr>
          {workListColumns.map((column) => {
            const sorted = order.column === column
            const SortIcon = order.descending ? IconArrowDown : IconArrowUp
            const direction = order.descending ? 'descending' : 'ascending'
            return (
              <th key={column} scope="col" data-number={numbers.includes(column) || undefined} {...(sorted && { 'aria-sort': direction })}>
                <button type="button" className={classes.sort} onClick={() => onOrder({ column, descending: sorted && !order.descending })}>
                  {t(columnNames[column])}
                  {sorted && <SortIcon size={14} aria-hidden="true" />}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {patients.map((patient, index) => (
          <Row key={patient.record} patient={patient} phenotypes={phenotypes} today={today} onKeyDown={(event) => onWalk(event, index)} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  readonly patient: ListedPatient
  readonly phenotypes: ReadonlyMap<string, string>
  readonly today: string
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const none = '—'

const Row = ({ patient, phenotypes, today, onKeyDown }: RowProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { personal, medical, phenotype, ferritin, signature, discrepancies } = patient
  const share = findShare(patient.filled, patient.total)
  const consents = t(consentNames[findConsentState(patient)])
  return (
    <tr>
      <th scope="row">
        <RouteLink href={recordAddress(patient.record)} className={classes.link ?? ''} onKeyDown={onKeyDown}>
          {patient.code}
        </RouteLink>
      </th>
      <td className={classes.name}>
        <span>{`${patient.surname} ${patient.name}`}</span>
        <Alerts alerts={patient.alerts} />
      </td>
      <Cell column="age" isVisible={personal}>
        {patient.age}
      </Cell>
      <Cell column="sex" isVisible={personal}>
        {patient.sex}
      </Cell>
      <Cell column="phenotype" isVisible={medical}>
        {phenotype !== null && <span title={phenotypes.get(phenotype)}>{phenotype.replaceAll('_', ' ')}</span>}
      </Cell>
      <Cell column="updated">{showDate(patient.updated)}</Cell>
      <Cell column="completeness" isVisible={share !== undefined}>
        {share !== undefined && `${share} %`}
      </Cell>
      <Cell column="discrepancies">{discrepancies > 0 && <span data-open>{discrepancies}</span>}</Cell>
      <Cell column="ferritin" isVisible={medical}>
        {ferritin !== null && showNumber(ferritin, language)}
      </Cell>
      <Cell column="mri" isVisible={medical}>
        <LastMri day={patient.mri} isDue={patient.alerts.includes('no-mri')} today={today} />
      </Cell>
      <Cell column="signature">{signature === 'valid' ? today.slice(0, 4) : signature === 'broken' && t`da rifare`}</Cell>
      <Cell column="consents">{consents}</Cell>
    </tr>
  )
}

type CellProps = { readonly column: WorkListColumn; readonly isVisible?: boolean; readonly children: ReactNode }

/** A value, or the note that the centre does not see it. On a phone it has the name of its column. */
const Cell = ({ column, isVisible = true, children }: CellProps) => {
  const { t } = useLingui()
  const isEmpty = children === null || children === undefined || children === false || children === ''
  return (
    <td
      data-number={numbers.includes(column) || undefined}
      data-label={t(columnNames[column])}
      data-column={column}
      data-empty={!isVisible || isEmpty || undefined}
    >
      {isVisible ? (
        isEmpty ? (
          none
        ) : (
          children
        )
      ) : (
        <span className={classes.hidden} title={t`senza consenso`}>
          <IconLock size={14} role="img" aria-label={t`senza consenso`} />
        </span>
      )}
    </td>
  )
}

/** The alerts of the record's banner, except that of the MRI, which has its column. */
const Alerts = ({ alerts }: { readonly alerts: readonly RecordAlert[] }) => {
  const { t } = useLingui()
  const names = alerts.filter((alert) => alert !== 'no-mri').map((alert) => t(alertMessages[alert]))
  if (names.length === 0) return null
  return (
    <span className={classes.alerts} title={names.join('\n')}>
      <IconAlertCircle size={14} role="img" aria-label={t`Avvisi: ${names.join('; ')}`} />
      {names.length}
    </span>
  )
}

type LastMriProps = { readonly day: string | null; readonly isDue: boolean; readonly today: string }

const LastMri = ({ day, isDue, today }: LastMriProps) => {
  const { t } = useLingui()
  const months = day === null ? undefined : monthsBetween(day, today)
  return (
    <span data-due={isDue || undefined} {...(day !== null && { title: showDate(day) })}>
      {months === undefined ? t`mai` : months === 0 ? t`questo mese` : t`${plural(months, { one: '# mese fa', other: '# mesi fa' })}`}
    </span>
  )
}
