import { Button, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { exportFormats } from '@registry/domain/file-formats'
import { parseDay } from '@registry/domain/calendar'
import { DateField } from '@registry/ui/fields/date-field.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { IconSearch } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import type { ManifestAddress } from './manifests-route.ts'
import { useFormatName } from './use-format-name.ts'
import classes from './exports.module.css'

type Props = { readonly address: ManifestAddress; readonly onSearch: (next: ManifestAddress) => void }

/** The conditions of the list. A person who reads only their exports has no choice of people. */
export const ManifestForm = ({ address, onSearch }: Props) => {
  const { t } = useLingui()
  const id = useId()
  const formatName = useFormatName()
  const { data: choices } = useSuspenseQuery(trpc.exports.choices.queryOptions())
  const [draft, setDraft] = useState<ManifestAddress>(address)
  const [wrong, setWrong] = useState(false)
  const { persona, filtro, formato, dal, al } = draft
  const isDay = (day: string | undefined): boolean => day === undefined || parseDay(day) === day
  const change = (name: keyof ManifestAddress, value: string | number | null | undefined): void => {
    const { [name]: _removed, ...rest } = draft
    setDraft(value === null || value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  const submit = (): void => {
    const valid = isDay(dal) && isDay(al) && !(dal !== undefined && al !== undefined && dal > al)
    setWrong(!valid)
    if (valid) onSearch(draft)
  }
  const day = (name: 'dal' | 'al', label: string) => (
    <DateField
      id={`${id}-${name}`}
      label={label}
      value={draft[name] ?? null}
      error={wrong ? t`Scrivi giorni esistenti, il primo non dopo l’ultimo.` : undefined}
      onChange={(value) => change(name, value)}
    />
  )
  return (
    <section aria-label={t`Cerca nelle esportazioni`}>
      <Form onSubmit={submit}>
        <div className={classes.fields}>
          {choices.people.length > 1 && (
            <Select
              label={t`Persona`}
              placeholder={t`Tutte`}
              data={choices.people}
              value={persona ?? null}
              onChange={(value) => change('persona', value)}
              searchable
              clearable
              nothingFoundMessage={t`Nessuna persona`}
            />
          )}
          <Select
            label={t`Filtro`}
            placeholder={t`Tutti`}
            data={choices.filters.map((filter) => ({ value: String(filter.id), label: `${filter.name} (${filter.id})` }))}
            value={filtro === undefined ? null : String(filtro)}
            onChange={(value) => change('filtro', value === null ? null : Number(value))}
            searchable
            clearable
            nothingFoundMessage={t`Nessun filtro trovato`}
          />
          <Select
            label={t`Formato`}
            placeholder={t`Tutti`}
            data={exportFormats.map((format) => ({ value: format, label: formatName(format) }))}
            value={formato ?? null}
            onChange={(value) => change('formato', value)}
            clearable
          />
          {day('dal', t`Dal giorno`)}
          {day('al', t`Al giorno`)}
        </div>
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconSearch size={20} aria-hidden="true" />}>{t`Cerca`}</Button>
        </div>
      </Form>
    </section>
  )
}
