import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ComplicationGroup, listComplications } from '@registry/domain/ecrf/complications'
import { getField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import charts from '../../../charts/charts.module.css'
import classes from './timeline.module.css'

const groupTexts = {
  heart: msg`Cuore`,
  liver: msg`Fegato`,
  endocrine: msg`Ghiandole`,
  bone: msg`Ossa`,
  vascular: msg`Vasi e falcemia`,
  infection: msg`Infezioni`,
  spleen: msg`Milza e vie biliari`,
  kidney: msg`Reni`,
  other: msg`Occhi e denti`,
} as const satisfies Record<ComplicationGroup, ReturnType<typeof msg>>

/** The complications by organ, with their number and the year in which the record first had them (REQ-CRF-13). */
export const ComplicationTable = ({ groups }: { readonly groups: ReturnType<typeof listComplications> }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const title = t`Complicanze`
  return (
    <figure className={`${charts.chart} ${classes.wide}`}>
      <figcaption>{title}</figcaption>
      <ScrollableTable label={title} className={charts.table}>
        <TableHead headings={[t`Organo`, t`Numero`, t`Complicanza e anno in cui compare`]} />
        <tbody>
          {groups.map(({ group, possible, present }) => (
            <tr key={group}>
              <th scope="row">{t(groupTexts[group])}</th>
              <td>
                <span className={classes.count}>
                  {present.length}
                  <span aria-hidden="true" className={classes.dots}>
                    {Array.from({ length: possible }, (_, index) => (
                      <span key={index} data-filled={index < present.length} />
                    ))}
                  </span>
                </span>
              </td>
              <td className={classes.complications}>
                {present.map(({ field, year }) => `${getField(field).label[language]}${year === undefined ? '' : ` (${year})`}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </figure>
  )
}
