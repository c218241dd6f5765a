import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { lazy, Suspense } from 'react'
import type { NamedCount } from './count-chart.tsx'
import classes from './home.module.css'

const CountChart = lazy(() => import('./count-chart.tsx'))

type Props = {
  readonly patients: NonNullable<StaffHome['patients']>
  readonly cohort: NonNullable<StaffHome['cohort']>
}

const showMonth = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`

/** The visible patients at a glance: consents, centres and months, each as a chart and as a table (REQ-UI-12). */
export const Cohort = ({ patients, cohort: { centres, months } }: Props) => {
  const { t } = useLingui()
  const { registered, invited } = patients
  const consents: readonly NamedCount[] = [
    { name: t`Registrati`, count: registered },
    { name: t`Hanno risposto`, count: registered === null || invited === null ? null : registered - invited },
    { name: t`Consenso ai dati personali`, count: patients.withPersonalConsent },
    { name: t`Consenso ai dati clinici`, count: patients.withMedicalConsent },
    { name: t`Ritirati`, count: patients.withdrawn },
  ]
  const byCentre = centres.map(({ code, name, count }) => ({ name: `${name} (${code})`, short: code, count }))
  const byMonth = months.map(({ month, count }) => ({ name: showMonth(month), count }))
  const hidden = [...consents, ...byCentre, ...byMonth].some(({ count }) => count === null)
  return (
    <section aria-label={t`Pazienti`}>
      <h2 className={classes.blockTitle}>{t`Pazienti`}</h2>
      {registered === 0 ? (
        <p className={classes.note}>
          <Trans>I tuoi centri non hanno ancora registrato pazienti.</Trans>
        </p>
      ) : (
        <div className={classes.charts}>
          <CountFigure title={t`Dalla registrazione ai consensi`} first={t`Passo`} counts={consents} orientation="vertical" />
          <CountFigure title={t`Registrati per mese, nell’ultimo anno`} first={t`Mese`} counts={byMonth} orientation="horizontal" />
          {byCentre.length > 1 && (
            <CountFigure title={t`Registrati per centro`} first={t`Centro`} counts={byCentre} orientation="vertical" />
          )}
        </div>
      )}
      {hidden && (
        <p className={classes.note}>
          <Trans>Non si mostrano i numeri che rivelerebbero gruppi di meno di 5 pazienti.</Trans>
        </p>
      )}
    </section>
  )
}

type FigureProps = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  readonly counts: readonly NamedCount[]
  /** Vertical charts have one row for each name, for long names. */
  readonly orientation: 'vertical' | 'horizontal'
}

const CountFigure = ({ title, first, counts, orientation }: FigureProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <figure className={classes.chart}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={<BlockSkeleton height={240} />}>
        <CountChart title={title} counts={counts} orientation={orientation} />
      </Suspense>
      <details className={classes.alternative}>
        <summary>{t`Mostra come tabella`}</summary>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col" className={classes.number}>{t`Pazienti`}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ name, count }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className={classes.number}>{count === null ? t`non mostrato` : showNumber(count, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
