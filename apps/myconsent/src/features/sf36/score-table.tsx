import { useLingui } from '@lingui/react/macro'
import { sf36ScaleNames, sf36Scales } from '@registry/domain/sf36/structure'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { ScrollableTable } from '@registry/ui/layout/scrollable-table.tsx'
import type { ScoredResponse } from './scored.ts'
import classes from './sf36.module.css'

/** The mean of the norm and the scores of each scale, newest questionnaire first. It scrolls sideways in itself. */
export const ScoreTable = ({ responses }: { readonly responses: readonly ScoredResponse[] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <ScrollableTable label={t`Punteggi delle otto scale`} role="region" className={classes.scores}>
      <thead>
        <tr>
          <th scope="col">{t`Scala`}</th>
          <th scope="col">{t`Popolazione`}</th>
          {responses.map(({ key, filledAt }) => (
            <th key={key} scope="col">
              {showDate(filledAt)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sf36ScaleNames.map((scale) => (
          <tr key={scale}>
            <th scope="row">{sf36Scales[scale].label[language]}</th>
            <td>{showNumber(Math.round(sf36Scales[scale].norm.mean), language)}</td>
            {responses.map(({ key, scores }) => {
              const score = scores[scale]
              return <td key={key}>{score === null ? '–' : showNumber(Math.round(score), language)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  )
}
