import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CentreIndicators } from '@registry/api-contract/indicators'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { followUps, type ConsentStep } from '@registry/domain/indicators/indicators'
import { showDate, showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import charts from '../../charts/charts.module.css'
import { useActorName } from '../../app/actor-name.ts'
import { followUpNames } from '../../app/follow-up-names.ts'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { importCommandTexts } from '../../uploads/import-command-texts.ts'
import type { NamedShare } from './share-plot.tsx'
import { NumberTable } from '../../charts/number-table.tsx'
import { TableAlternative } from '../../charts/table-alternative.tsx'
import classes from './indicators.module.css'

const SharePlot = lazy(() => import('./share-plot.tsx'))
const rowHeight = 56
const axisAndLegendHeight = 72

type Props = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  /** Whether a higher or a lower share is better. A consent is free, so its share has no direction. */
  readonly isMoreBetter?: boolean
  readonly shares: readonly NamedShare[]
}

/** Shares of a centre compared with the network as a chart, with a table as its alternative (REQ-CRF-12). The chart loads after the page. */
const ShareChart = ({ title, first, isMoreBetter, shares }: Props) => {
  const { t } = useLingui()
  const height = shares.length * rowHeight + axisAndLegendHeight
  const show = (percent: number | null): string => (percent === null ? t`non mostrata` : `${percent}%`)
  return (
    <figure className={`${charts.chart} ${classes.shares}`}>
      <figcaption>
        {title}{' '}
        {isMoreBetter !== undefined && <span className={layout.note}>{isMoreBetter ? t`Più alto è meglio` : t`Più basso è meglio`}</span>}
      </figcaption>
      <Suspense fallback={<BlockSkeleton height={height} />}>
        <SharePlot title={title} shares={shares} height={height} />
      </Suspense>
      <TableAlternative>
        <NumberTable
          title={title}
          columns={[first, t`In numeri`, t`Il tuo centro`, t`Mediana della rete`]}
          rows={shares.map(({ name, count, list, percent, network }) => ({
            name,
            cells: [
              <RouteLink key="count" href={list} aria-label={t`${count}: pazienti, ${name}`}>
                {count}
              </RouteLink>,
              percent === null ? '' : `${percent}%`,
              show(network),
            ],
          }))}
          textColumns={2}
        />
      </TableAlternative>
    </figure>
  )
}

const stepTexts = {
  answered: msg`Hanno risposto ai consensi`,
  personal: msg`Consenso ai dati personali`,
  medical: msg`Consenso ai dati clinici`,
} as const satisfies Record<ConsentStep, ReturnType<typeof msg>>

type Share = CentreIndicators['discrepancies']

/** Completeness and currency of a centre's records, compared with the network median (REQ-CRF-12). */
export const CentreIndicatorsPage = () => {
  const { t } = useLingui()
  const showActor = useActorName()
  const { language } = useLanguage()
  const { data } = useSuspenseQuery(trpc.indicators.read.queryOptions({}))
  const { checkedOn, completeness, overdue, discrepancies, corrections, consents, uploads } = data
  const toShare = (name: string, { counted, total, network }: Share, list: string): NamedShare => {
    const [part, whole] = [showNumber(counted, language), showNumber(total, language)]
    return { name, count: t`${part} di ${whole}`, percent: total === 0 ? null : Math.round((100 * counted) / total), network, list }
  }
  if (checkedOn === null)
    return (
      <>
        <PageHeading title={t`Indicatori del centro`} />
        <EmptyState title={t`Nessun indicatore`}>{t`Gli indicatori si calcolano dopo il primo controllo delle cartelle.`}</EmptyState>
      </>
    )
  return (
    <>
      <PageHeading
        title={t`Indicatori del centro`}
        lead={t`Calcolati il ${showDate(checkedOn)}. La mediana della rete si mostra con almeno cinque centri di almeno cinque pazienti.`}
      />
      <div className={layout.page}>
        <div className={classes.charts}>
          <ShareChart
            title={t`Campi essenziali compilati, per sezione`}
            first={t`Sezione`}
            isMoreBetter
            shares={completeness.map(({ section, share }) => toShare(sectionLabels[section][language], share, '/ecrf?sort=completeness'))}
          />
          <ShareChart
            title={t`Pazienti con un valore da ripetere o segnalazioni aperte`}
            first={t`Valore`}
            isMoreBetter={false}
            shares={[
              ...overdue.map(({ field, months, share }) =>
                toShare(t`${t(followUpNames[field])}: oltre ${months} mesi`, share, `/ecrf?tasks=${followUps[field].task}`),
              ),
              toShare(t`Con segnalazioni aperte`, discrepancies, '/ecrf?tasks=discrepancies'),
              toShare(t`Con richieste di correzione senza risposta da più di 30 giorni`, corrections, '/uhome#corrections'),
            ]}
          />
          <ShareChart
            title={t`Consensi`}
            first={t`Pazienti`}
            shares={consents.map(({ step, share }) => toShare(t(stepTexts[step]), share, '/ecrf?sort=consents'))}
          />
        </div>
        <p className={layout.text}>
          <RouteLink href="/ca_segnalazioni">{t`Apri le segnalazioni del centro`}</RouteLink>
        </p>
        <h2 className={layout.title}>{t`Ultimi caricamenti`}</h2>
        {uploads.length === 0 ? (
          <p className={layout.text}>{t`Il centro non ha ancora caricato file.`}</p>
        ) : (
          <ScrollableTable role="region" label={t`Ultimi caricamenti`}>
            <TableHead headings={[t`Quando`, t`Chi`, t`Che cosa`, t`Righe registrate`, t`Righe rifiutate`]} />
            <tbody>
              {uploads.map(({ at, actor, command, ok, ko }) => (
                <tr key={at}>
                  <th scope="row">{showMoment(at)}</th>
                  <td>{showActor(actor)}</td>
                  <td>{t(importCommandTexts[command])}</td>
                  <td>{ok}</td>
                  <td>{ko}</td>
                </tr>
              ))}
            </tbody>
          </ScrollableTable>
        )}
        <p className={layout.text}>
          <RouteLink href="/pazienti-dati?parte=storia">{t`Apri la storia dei caricamenti`}</RouteLink>
        </p>
      </div>
    </>
  )
}
