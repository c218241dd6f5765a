import { Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import { analyteNames, getStatisticLabel, statisticNames } from '@registry/domain/fields/sections/laboratory'
import { formatUnit } from '@registry/domain/fields/units'
import { useLanguage } from '@registry/ui/language/language.tsx'
import layout from '../../../layout/layout.module.css'
import classes from './fields.module.css'

type Props = {
  readonly label: string
  readonly isChosen: (name: FieldName) => boolean
  readonly onChoose: (name: FieldName, chosen: boolean) => void
}

/** The laboratory fields: a row for each test, columns for the visit's value and the year's statistics. */
export const LaboratoryMatrix = ({ label, isChosen, onChoose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <div className={classes.matrix}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t`Esame`}</th>
            <th scope="col">{t`visita`}</th>
            {statisticNames.map((statistic) => (
              <th key={statistic} scope="col">
                {getStatisticLabel(statistic)[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {analyteNames.map((analyte) => {
            const { label: labels, unit, hint } = getField(analyte)
            return (
              <tr key={analyte}>
                <th scope="row">
                  {labels[language]} {unit !== undefined && <span className={layout.quiet}>{formatUnit(unit, language)}</span>}
                  {hint && <span className={classes.description}>{hint[language]}</span>}
                </th>
                {[analyte, ...statisticNames.map((statistic) => `${analyte}_${statistic}` as const)].map((name) => (
                  <td key={name}>
                    <Checkbox
                      aria-label={getField(name).label[language]}
                      checked={isChosen(name)}
                      onChange={(event) => onChoose(name, event.currentTarget.checked)}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
