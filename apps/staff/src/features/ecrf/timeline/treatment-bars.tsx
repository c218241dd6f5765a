import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { yearsBetween } from '@registry/domain/calendar'
import { treatmentNames, treatments, type Treatment, type TreatmentMark, type TreatmentPeriod } from '@registry/domain/ecrf/treatments'
import { showDate } from '@registry/ui/language/format.ts'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import charts from '../../../charts/charts.module.css'
import { TableAlternative } from '../../../charts/table-alternative.tsx'
import { toTime } from '../../../charts/time-axis.ts'
import { chelatorTexts } from '../chelator-texts.ts'
import { useValueText } from '../../../app/use-value-text.ts'
import { chartEdges } from './chart-edges.ts'
import classes from './timeline.module.css'

export const treatmentTexts = {
  transfusion: msg`Trasfusioni`,
  ...chelatorTexts,
  hydroxyurea: msg`Idrossiurea`,
  luspatercept: msg`Luspatercept`,
} as const satisfies Record<Treatment, ReturnType<typeof msg>>

const markTexts = {
  splenectomy: msg`Splenectomia`,
  transplant: msg`Trapianto`,
  'gene-therapy': msg`Terapia genica`,
} as const satisfies Record<TreatmentMark, ReturnType<typeof msg>>

type Props = {
  readonly title: string
  readonly periods: readonly TreatmentPeriod[]
  readonly marks: readonly { readonly mark: TreatmentMark; readonly day: string }[]
  readonly choices: RecordChoices
  readonly days: readonly [string, string]
  /** The date of birth, for the ages below the days; without it there are none. */
  readonly born: unknown
}

/** Treatments as bars and operations as marks on the time line, with ages below the days, and as a table (REQ-CRF-13). */
export const TreatmentBars = ({ title, periods, marks, choices, days, born }: Props) => {
  const { t } = useLingui()
  const showValue = useValueText(choices)
  const [first, last] = days
  const [start, length] = [toTime(first), Math.max(toTime(last) - toTime(first), 1)]
  const place = (day: string): number => Math.min(100, Math.max(0, (100 * (toTime(day) - start)) / length))
  const shownPeriods = periods.filter(({ to }) => to === undefined || to > first)
  const shown = treatmentNames.filter((treatment) => shownPeriods.some((period) => period.treatment === treatment))
  /** A period that begins before the time line says when. */
  const showPeriod = (treatment: Treatment, regimen: string, from: string): string => {
    const name = showValue(treatments[treatment].regimen, regimen)
    const year = from.slice(0, 4)
    return from < first ? t`dal ${year} · ${name}` : name
  }
  const showAge = (age: number): string => t`${age} anni`
  const edges = { marginInline: `${chartEdges.start}px ${chartEdges.end}px` }
  return (
    <figure className={charts.chart}>
      <figcaption>{title}</figcaption>
      <div aria-hidden="true" className={classes.bars}>
        {shown.map((treatment) => (
          <div key={treatment}>
            <span>{t(treatmentTexts[treatment])}</span>
            <div className={classes.track} style={edges}>
              {shownPeriods
                .filter((period) => period.treatment === treatment)
                .map(({ regimen, from, to }) => (
                  <div
                    key={from}
                    className={classes.bar}
                    style={{ insetInlineStart: `${place(from)}%`, width: `${Math.max(place(to ?? last) - place(from), 1)}%` }}
                  >
                    <span>{showPeriod(treatment, regimen, from)}</span>
                  </div>
                ))}
            </div>
          </div>
        ))}
        {marks.map(({ mark, day }) => (
          <div key={mark}>
            <span>{`${t(markTexts[mark])} · ${showDate(day)}`}</span>
            <div className={classes.mark} style={edges}>
              <svg viewBox="0 0 12 12" style={{ insetInlineStart: `${place(day)}%` }}>
                <path d={day < first ? 'M12 0 0 6l12 6z' : 'm6 0 6 12H0z'} />
              </svg>
            </div>
          </div>
        ))}
        <div className={classes.axis} style={edges}>
          {days.map((day) => (
            <span key={day}>
              {showDate(day)}
              {typeof born === 'string' && <small>{showAge(yearsBetween(born, day))}</small>}
            </span>
          ))}
        </div>
      </div>
      <TableAlternative>
        <ScrollableTable label={title} className={charts.table}>
          <TableHead headings={[t`Trattamento`, t`Regime`, t`Dal`, t`Al`]} />
          <tbody>
            {periods.map(({ treatment, regimen, from, to }) => (
              <tr key={`${treatment} ${from}`}>
                <th scope="row">{t(treatmentTexts[treatment])}</th>
                <td>{showValue(treatments[treatment].regimen, regimen)}</td>
                <td>{showDate(from)}</td>
                <td>{to === undefined ? t`in corso` : showDate(to)}</td>
              </tr>
            ))}
            {marks.map(({ mark, day }) => (
              <tr key={mark}>
                <th scope="row">{t(markTexts[mark])}</th>
                <td>–</td>
                <td>{showDate(day)}</td>
                <td>–</td>
              </tr>
            ))}
          </tbody>
        </ScrollableTable>
      </TableAlternative>
    </figure>
  )
}
