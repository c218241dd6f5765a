import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CentreIndicators } from '@registry/api-contract/indicators'
import { getField } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import type { ConsentStep } from '@registry/domain/indicators/indicators'
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
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { importCommandTexts } from '../../uploads/import-command-texts.ts'
import type { NamedShare } from './share-plot.tsx'
import { NumberTable } from '../../charts/number-table.tsx'
import { TableAlternative } from '../../charts/table-alternative.tsx'
import classes from './indicators.module.css'

const SharePlot = lazy(() => import('./share-plot.tsx'))

type Props = {
  readonly title: string
  /** The heading of the first column of the table. */
  readonly first: string
  readonly shares: readonly NamedShare[]
}

/** Shares of a centre compared with the network as a chart, with a table as its alternative (REQ-CRF-12). The chart loads after the page. */
const ShareChart = ({ title, first, shares }: Props) => {
  const { t } = useLingui()
  const show = (percent: number | null): string => (percent === null ? t`non mostrata` : `${percent}%`)
  return (
    <figure className={`${charts.chart} ${classes.shares}`}>
      <figcaption>{title}</figcaption>
      <Suspense fallback={<BlockSkeleton height={240} />}>
        <SharePlot title={title} shares={shares} />
      </Suspense>
      <TableAlternative>
        <NumberTable
          title={title}
          columns={[first, t`In numeri`, t`Il tuo centro`, t`Mediana della rete`]}
          rows={shares.map(({ name, count, percent, network }) => ({
            name,
            cells: [count, percent === null ? '' : `${percent}%`, show(network)],
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
  const { language } = useLanguage()
  const { data } = useSuspenseQuery(trpc.indicators.read.queryOptions({}))
  const { checkedOn, completeness, overdue, discrepancies, consents, uploads } = data
  const toShare = (name: string, { counted, total, network }: Share): NamedShare => {
    const [part, whole] = [showNumber(counted, language), showNumber(total, language)]
    return { name, count: t`${part} di ${whole}`, percent: total === 0 ? null : Math.round((100 * counted) / total), network }
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
        <div className={charts.charts}>
          <ShareChart
            title={t`Campi essenziali compilati, per sezione`}
            first={t`Sezione`}
            shares={completeness.map(({ section, share }) => toShare(sectionLabels[section][language], share))}
          />
          <ShareChart
            title={t`Pazienti con un valore da ripetere`}
            first={t`Valore`}
            shares={overdue.map(({ field, months, share }) => toShare(t`${getField(field).label[language]}: oltre ${months} mesi`, share))}
          />
          <ShareChart
            title={t`Consensi e segnalazioni`}
            first={t`Pazienti`}
            shares={[
              ...consents.map(({ step, share }) => toShare(t(stepTexts[step]), share)),
              toShare(t`Con segnalazioni aperte`, discrepancies),
            ]}
          />
        </div>
        <p className={layout.text}>
          <RouteLink href="/ca_segnalazioni">{t`Apri le segnalazioni del centro`}</RouteLink>
        </p>
        <h2>{t`Ultimi caricamenti`}</h2>
        {uploads.length === 0 ? (
          <p className={layout.text}>{t`Il centro non ha ancora caricato file.`}</p>
        ) : (
          <ScrollableTable role="region" label={t`Ultimi caricamenti`}>
            <TableHead headings={[t`Quando`, t`Chi`, t`Che cosa`, t`Righe registrate`, t`Righe rifiutate`]} />
            <tbody>
              {uploads.map(({ at, actor, command, ok, ko }) => (
                <tr key={at}>
                  <th scope="row">{showMoment(at)}</th>
                  <td>{actor.startsWith('center ') ? t`programma del centro` : actor}</td>
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
