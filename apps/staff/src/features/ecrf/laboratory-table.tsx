import { useLingui } from '@lingui/react/macro'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { analyteNames, getStatisticLabel, statisticNames } from '@registry/domain/fields/sections/laboratory'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { Language } from '@registry/domain/language'
import { useValueSource } from './use-value-source.ts'
import { type FormPart, ValueTable } from './value-table.tsx'
import classes from './value-table.module.css'

const cells = analyteNames.map((name) => [...statisticNames.map((one) => getField(`${name}_${one}`)), getField(name)])

/** The fields of the table. */
export const laboratoryCells: ReadonlySet<FieldName> = new Set(cells.flat().map(({ name }) => name))

/** The range beyond which a value has a warning, such as `6–15`. */
const formatUsualRange = ({ warnMin, warnMax }: Field, language: Language): string => {
  const format = (limit: number): string => formatMeasurement(limit, language)
  if (typeof warnMin === 'number' && typeof warnMax === 'number') return `${format(warnMin)}–${format(warnMax)}`
  if (typeof warnMin === 'number') return `≥ ${format(warnMin)}`
  return typeof warnMax === 'number' ? `≤ ${format(warnMax)}` : ''
}

/** Each analyte of the laboratory in one row: the statistics of the year with their source, the value of the visit and the usual range. */
export const LaboratoryTable = (part: FormPart) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { showSources } = useValueSource()
  const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return (
    <ValueTable
      {...part}
      label={t`Esami di laboratorio`}
      rowTitle={t`Esame`}
      columns={[...statisticNames.map((one) => capitalise(getStatisticLabel(one)[language])), t`Valore dell’anno`]}
      cells={cells}
      rows={analyteNames.map((name) => {
        const field = getField(name)
        const source = showSources(
          statisticNames.map((one) => ({ label: getStatisticLabel(one)[language], field: getField(`${name}_${one}`) })),
        )
        return {
          name,
          title: (
            <>
              {field.label[language]} {field.unit !== undefined && <span className={classes.unit}>{formatUnit(field.unit, language)}</span>}
            </>
          ),
          note: formatUsualRange(field, language),
          ...(source !== undefined && { source }),
        }
      })}
      noteTitle={t`Di solito`}
    />
  )
}
