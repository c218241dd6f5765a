import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { treatments, type Treatment, type TreatmentPeriod } from '@registry/domain/ecrf/timeline'
import { showDate } from '@registry/ui/language/format.ts'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import charts from '../../charts/charts.module.css'
import { chartEdges } from './chart-edges.ts'
import classes from './timeline.module.css'
import { useValueText } from './use-value-text.ts'

const treatmentTexts = {
  transfusion: msg`Trasfusioni`,
  chelation: msg`Chelazione`,
} as const satisfies Record<Treatment, ReturnType<typeof msg>>

type Props = {
  readonly periods: readonly TreatmentPeriod[]
  readonly choices: RecordChoices
  readonly days: readonly [string, string]
}

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The regimens of transfusion and chelation as bars on the time line of the charts, and as a table (REQ-CRF-13). */
export const TreatmentBars = ({ periods, choices, days: [first, last] }: Props) => {
  const { t } = useLingui()
  const showValue = useValueText(choices)
  const [start, length] = [toTime(first), Math.max(toTime(last) - toTime(first), 1)]
  const place = (day: string): number => Math.min(100, Math.max(0, (100 * (toTime(day) - start)) / length))
  const shown = (['transfusion', 'chelation'] as const).filter((treatment) => periods.some((period) => period.treatment === treatment))
  const title = t`Trasfusioni e chelazione`
  return (
    <figure className={charts.chart}>
      <figcaption>{title}</figcaption>
      <div aria-hidden="true" className={classes.bars}>
        {shown.map((treatment) => (
          <div key={treatment} className={classes.row}>
            <span>{t(treatmentTexts[treatment])}</span>
            <div className={classes.track} style={{ marginInline: `${chartEdges.start}px ${chartEdges.end}px` }}>
              {periods
                .filter((period) => period.treatment === treatment)
                .map(({ regimen, from, to }) => (
                  <div
                    key={from}
                    className={classes.bar}
                    style={{ insetInlineStart: `${place(from)}%`, width: `${Math.max(place(to ?? last) - place(from), 1)}%` }}
                  >
                    {showValue(treatments[treatment].regimen, regimen)}
                  </div>
                ))}
            </div>
          </div>
        ))}
      </div>
      <details className={charts.alternative}>
        <summary>{t`Mostra come tabella`}</summary>
        <ScrollableTable label={title} className={charts.table}>
          <thead>
            <tr>
              {[t`Trattamento`, t`Regime`, t`Dal`, t`Al`].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map(({ treatment, regimen, from, to }) => (
              <tr key={`${treatment} ${from}`}>
                <th scope="row">{t(treatmentTexts[treatment])}</th>
                <td>{showValue(treatments[treatment].regimen, regimen)}</td>
                <td>{showDate(from)}</td>
                <td>{to === undefined ? t`in corso` : showDate(to)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      </details>
    </figure>
  )
}
