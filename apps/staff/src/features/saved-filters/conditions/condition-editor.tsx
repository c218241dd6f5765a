import { Button, type ComboboxParsedItem, createTheme, MantineThemeProvider, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { KeyboardEvent, ReactNode } from 'react'
import type { RunsAs } from '../../../exports/export-file.ts'
import { type FieldGroup, matchesSearch } from '../fields/field-groups.ts'
import classes from './conditions.module.css'
import { FieldDistribution } from './field-distribution.tsx'
import { PredicateInputs } from './predicate-inputs.tsx'
import type { ConditionEditor as Editor } from './use-condition-editor.ts'

type Props = {
  readonly editor: Editor
  readonly groups: readonly FieldGroup[]
  /** The role whose patients the chart counts; undefined for a role that runs no filter. */
  readonly runsAs: RunsAs | undefined
  /** Effect of the condition on the number of patients. */
  readonly effect: ReactNode
  readonly onCancel: () => void
  readonly onAccept: () => void
}

type Option = ComboboxParsedItem<FieldName>

const withoutPortal = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
/** Lists and calendars open inside the page's landmark. */
const insideEditor = createTheme({ components: { Popover: withoutPortal, Combobox: withoutPortal } })

/** Keeps the fields of a group that match a search. */
const searchOption = (option: Option, search: string): Option =>
  'group' in option
    ? { ...option, items: option.items.filter(({ value, label }) => matchesSearch({ name: value, label }, search)) }
    : option

/** Writes a condition in its place: a field, an operator of its type, a value (REQ-FIL-05, REQ-FIL-06). Enter accepts it, Esc leaves it. */
export const ConditionEditor = ({ editor, groups, runsAs, effect, onCancel, onAccept }: Props) => {
  const { t } = useLingui()
  const { draft, place } = editor
  const { field } = draft
  const names = { new: t`Nuova condizione`, change: t`Modifica la condizione`, alternative: t`Nuova alternativa` }
  const isEmpty = place.kind === 'new' && field === null
  const follow = (event: KeyboardEvent): void => {
    // An open list takes these keys itself. It does not say so of Esc, which closes it.
    if (event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const search = event.target.value
      // The list marks its first field some milliseconds after the last key. Somebody who types fast presses Enter before.
      const found =
        field === null && search !== '' ? groups.flatMap(({ fields }) => fields).find((one) => matchesSearch(one, search)) : undefined
      if (found) editor.chooseField(found.name)
      else onAccept()
    } else if (event.key === 'Escape' && !isEmpty && event.target.getAttribute('aria-expanded') !== 'true') {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <div role="group" aria-label={names[place.kind]} className={classes.editor} data-place={place.kind}>
      <MantineThemeProvider theme={insideEditor} inherit>
        <div role="presentation" className={classes.inputs} onKeyDown={follow}>
          <Select
            {...editor.field('field')}
            label={isEmpty ? t`Aggiungi una condizione` : t`Campo`}
            placeholder={t`Nome, sigla o unità del campo`}
            data={groups.map(({ label, fields }) => ({
              group: label,
              items: fields.map((one) => ({ value: one.name, label: one.label })),
            }))}
            value={field}
            onChange={editor.chooseField}
            searchable
            // The focus comes here after each condition. An open list would cover the buttons below.
            openOnFocus={false}
            selectFirstOptionOnChange
            filter={({ options, search }) => options.map((option) => searchOption(option, search))}
            nothingFoundMessage={t`Nessun campo trovato`}
            maxDropdownHeight={280}
            // The list has hundreds of options.
            comboboxProps={{ keepMounted: false }}
            className={classes.field}
          />
          {field !== null && <PredicateInputs key={field} field={field} editor={editor} />}
          {!isEmpty && (
            <div className={classes.buttons}>
              <Button onClick={onAccept}>{place.kind === 'change' ? <Trans>Conferma</Trans> : <Trans>Aggiungi</Trans>}</Button>
              <Button variant="default" onClick={onCancel} aria-label={t`Annulla la condizione`}>
                <Trans>Annulla</Trans>
              </Button>
            </div>
          )}
        </div>
      </MantineThemeProvider>
      {!isEmpty && effect}
      {field !== null && draft.results === null && runsAs && <FieldDistribution key={field} field={field} runsAs={runsAs} />}
    </div>
  )
}
