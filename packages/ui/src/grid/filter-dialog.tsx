import { Button, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { parseDay } from '@registry/domain/calendar'
import { formatPlainNumber } from '@registry/domain/fields/units'
import type { Language } from '@registry/domain/language'
import { type FormEvent, useId, useState } from 'react'
import { DateField } from '../fields/date-field.tsx'
import { Dialog, DialogButtons } from '../dialogs/dialog.tsx'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import { parseLimit } from './filter.ts'
import { FilterValues } from './filter-values.tsx'
import classes from './dialogs.module.css'
import { gridBlanks, type GridBlank, type GridFilter } from './view.ts'

type Props = {
  readonly field: GridField
  readonly rowCount: number
  readonly filter: GridFilter | undefined
  readonly onFilter: (filter: GridFilter) => void
  readonly onClose: () => void
}

type Draft = Omit<GridFilter, 'id'>
type PartProps = Pick<Props, 'field' | 'rowCount'> & { readonly draft: Draft; readonly onDraft: (draft: Draft) => void }

/** A filter without its empty parts. Numbers that cannot be read are omitted, and the dialog stays open for them. */
const cleanDraft = ({ type }: GridField, language: Language, { text, from, to, values, blank }: Draft): Draft => {
  const readLimit = (limit: string | undefined) => (limit === undefined || type !== 'number' ? limit : parseLimit(limit, language))
  const [least, most] = [readLimit(from), readLimit(to)]
  return {
    ...(text?.trim() && { text: text.trim() }),
    ...(least !== undefined && { from: least }),
    ...(most !== undefined && { to: most }),
    ...(values && values.length > 0 && { values }),
    ...(blank && { blank }),
  }
}

const readers = { number: parseLimit, date: parseDay, text: String, choice: String } as const

const isUnreadable = ({ type }: GridField, language: Language, limit: string | undefined): boolean =>
  limit !== undefined && limit.trim() !== '' && readers[type](limit, language) === undefined

/** The limits of a number as a person types them. */
const formatLimits = ({ type }: GridField, language: Language, { from, to, ...rest }: Draft): Draft => {
  const format = (limit: string): string => (type === 'number' ? formatPlainNumber(Number(limit), language) : limit)
  return { ...rest, ...(from !== undefined && { from: format(from) }), ...(to !== undefined && { to: format(to) }) }
}

/** The filter of one column: text, limits or values by type, and empty cells. */
export const FilterDialog = ({ field, rowCount, filter, onFilter, onClose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [draft, setDraft] = useState<Draft>(() => {
    const { id: _id, ...parts } = filter ?? { id: field.id }
    return formatLimits(field, language, parts)
  })
  const { header } = field
  const close = (next: Draft): void => {
    onFilter({ id: field.id, ...next })
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isUnreadable(field, language, draft.from) && !isUnreadable(field, language, draft.to)) close(cleanDraft(field, language, draft))
  }
  const Part = parts[field.type]
  return (
    <Dialog title={t`Filtra ${header}`} onClose={onClose}>
      <form onSubmit={submit} className={classes.filterForm}>
        <Part field={field} rowCount={rowCount} draft={draft} onDraft={setDraft} />
        <BlankInput field={field} draft={draft} onDraft={setDraft} />
        <DialogButtons>
          {filter && <Button variant="default" onClick={() => close({})}>{t`Togli il filtro`}</Button>}
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit">{t`Filtra`}</Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const TextPart = ({ draft, onDraft }: PartProps) => {
  const { t } = useLingui()
  return (
    <TextInput label={t`Contiene`} value={draft.text ?? ''} onChange={(event) => onDraft({ ...draft, text: event.currentTarget.value })} />
  )
}

const NumberPart = ({ field, draft, onDraft }: PartProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const limits = [
    ['from', t`Da`],
    ['to', t`A`],
  ] as const
  return (
    <div className={classes.limits}>
      {limits.map(([limit, label]) => (
        <TextInput
          key={limit}
          label={label}
          error={isUnreadable(field, language, draft[limit]) && t`Scrivi un numero`}
          value={draft[limit] ?? ''}
          onChange={(event) => onDraft({ ...draft, [limit]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

const DatePart = ({ draft, onDraft }: PartProps) => {
  const { t } = useLingui()
  const id = useId()
  const set = (limit: 'from' | 'to', day: string | null): void => {
    const { [limit]: _old, ...rest } = draft
    onDraft(day === null ? rest : { ...rest, [limit]: day })
  }
  return (
    <div className={classes.limits}>
      <DateField id={`${id}-from`} label={t`Dal`} value={draft.from ?? null} onChange={(day) => set('from', day)} />
      <DateField id={`${id}-to`} label={t`Al`} value={draft.to ?? null} onChange={(day) => set('to', day)} />
    </div>
  )
}

const ChoicePart = ({ field, rowCount, draft, onDraft }: PartProps) => (
  <FilterValues field={field} rowCount={rowCount} chosen={draft.values ?? []} onChosen={(values) => onDraft({ ...draft, values })} />
)

const parts = { text: TextPart, number: NumberPart, date: DatePart, choice: ChoicePart } as const

const isBlank = (value: string): value is GridBlank => gridBlanks.some((blank) => blank === value)

/** Choices about empty cells. Withheld ones appear only where consents decide. */
const BlankInput = ({ field, draft, onDraft }: Omit<PartProps, 'rowCount'>) => {
  const { t } = useLingui()
  const choose = (value: string): void => {
    const { blank: _old, ...rest } = draft
    onDraft(isBlank(value) ? { ...rest, blank: value } : rest)
  }
  return (
    <Radio.Group label={t`Celle vuote`} value={draft.blank ?? 'all'} onChange={choose}>
      <div className={classes.blanks}>
        <Radio value="all" label={t`Tutte le celle`} />
        <Radio value="filled" label={t`Solo con un valore`} />
        <Radio value="empty" label={t`Solo non registrati`} />
        {field.isWithheld && <Radio value="withheld" label={t`Solo non consentiti`} />}
      </div>
    </Radio.Group>
  )
}
