import { Checkbox, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { showNumber } from '../language/format.ts'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import { countValues } from './filter.ts'
import classes from './dialogs.module.css'

/** A longer list needs the search. */
const maxListed = 100
const searchFrom = 8

type Props = {
  readonly field: GridField
  readonly rowCount: number
  readonly chosen: readonly string[]
  readonly onChosen: (values: readonly string[]) => void
}

/** The values of a column to choose from, with their numbers of rows. */
export const FilterValues = ({ field, rowCount, chosen, onChosen }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [search, setSearch] = useState('')
  const values = useMemo(() => countValues(field, rowCount, new Intl.Collator(language).compare), [field, rowCount, language])
  const found = values.filter(({ value }) => value.toLowerCase().includes(search.trim().toLowerCase()))
  const toggle = (value: string, checked: boolean): void => {
    const others = chosen.filter((one) => one !== value)
    onChosen(checked ? [...others, value] : others)
  }
  const more = showNumber(found.length - maxListed, language)
  return (
    <div role="group" aria-label={t`Valori`} className={classes.values}>
      {values.length >= searchFrom && (
        <TextInput
          aria-label={t`Cerca un valore`}
          placeholder={t`Cerca un valore`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.slice(0, maxListed).map(({ value, count }) => (
        <Checkbox
          key={value}
          label={`${value} (${showNumber(count, language)})`}
          checked={chosen.includes(value)}
          onChange={(event) => toggle(value, event.currentTarget.checked)}
        />
      ))}
      {found.length > maxListed && (
        <p className={classes.quiet}>
          <Trans>Altri {more} valori: cerca per trovarli.</Trans>
        </p>
      )}
    </div>
  )
}
