import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import type { NamedCount } from '../../charts/count-plot.tsx'
import { CountChart } from '../../charts/count-chart.tsx'
import charts from '../../charts/charts.module.css'
import { Block } from './block.tsx'
import classes from './home.module.css'

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
  // A hidden number may be the large rest of a total.
  const hidden = t`nascosto`
  const anyHidden = [...consents, ...byCentre, ...byMonth].some(({ count }) => count === null)
  return (
    <Block id="patients" title={t`Pazienti`}>
      {registered === 0 ? (
        <p className={classes.note}>
          <Trans>I tuoi centri non hanno ancora registrato pazienti.</Trans>
        </p>
      ) : (
        <div className={charts.charts}>
          <CountChart
            title={t`Dalla registrazione ai consensi`}
            first={t`Passo`}
            counts={consents}
            orientation="vertical"
            hidden={hidden}
          />
          <CountChart
            title={t`Registrati per mese, nell’ultimo anno`}
            first={t`Mese`}
            counts={byMonth}
            orientation="horizontal"
            hidden={hidden}
          />
          {byCentre.length > 1 && (
            <CountChart title={t`Registrati per centro`} first={t`Centro`} counts={byCentre} orientation="vertical" hidden={hidden} />
          )}
        </div>
      )}
      {anyHidden && (
        <p className={classes.note}>
          <Trans>Non si mostrano i numeri che rivelerebbero gruppi di meno di 5 pazienti.</Trans>
        </p>
      )}
    </Block>
  )
}
