import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import layout from '../../../layout/layout.module.css'
import { ChosenColumns } from './chosen-columns.tsx'
import {
  chooseAll,
  chooseField,
  countChosen,
  describeField,
  type FieldGroup,
  isChosen,
  getSelectedNames,
  matchesSearch,
} from './field-groups.ts'
import { LaboratoryMatrix } from './laboratory-matrix.tsx'
import classes from './fields.module.css'

type Props = {
  readonly id: string
  readonly error: ReactNode
  readonly groups: readonly FieldGroup[]
  readonly selection: FieldSelection
  readonly onChange: (selection: FieldSelection) => void
  /** Begins a condition on a field; undefined while the condition is written as SQL. */
  readonly onCondition: ((name: FieldName) => void) | undefined
}

const searchGroup = (group: FieldGroup, search: string): FieldGroup => ({
  ...group,
  fields: group.fields.filter((field) => matchesSearch(field, search)),
})

/** The selection of fields, by category, with search and counts. */
export const FieldSelectionInput = ({ id, error, groups, selection, onChange, onCondition }: Props) => {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const searching = search.trim() !== ''
  const shown = groups.filter((group) => searchGroup(group, search).fields.length > 0)
  return (
    <Stack gap="sm">
      <ChosenColumns groups={groups} selection={selection} onChange={onChange} />
      <TextInput
        id={id}
        label={t`Cerca un campo`}
        description={t`Per nome, anche in inglese, per sigla o per unità di misura`}
        error={error}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <p role="status" className={layout.quiet}>
        {searching && (
          <Plural
            value={shown.flatMap((group) => searchGroup(group, search).fields).length}
            one="# campo trovato"
            other="# campi trovati"
          />
        )}
        {searching && shown.length > 0 && onCondition && <Trans>: la casella ne fa una colonna, il pulsante una condizione</Trans>}
      </p>
      <div className={classes.groups}>
        {shown.map((group) => (
          <Group key={group.key} group={group} search={search} selection={selection} onChange={onChange} onCondition={onCondition} />
        ))}
      </div>
    </Stack>
  )
}

type GroupProps = Pick<Props, 'selection' | 'onChange' | 'onCondition'> & { readonly group: FieldGroup; readonly search: string }

/** One category, its fields with unit and description (REQ-FIL-23). A search opens categories with matches. */
const Group = ({ group, search, selection, onChange, onCondition }: GroupProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [opened, setOpened] = useState(false)
  const searching = search.trim() !== ''
  const open = opened || searching
  const chosen = countChosen(selection, group)
  const all = getSelectedNames(selection, group.key) === 'ALL'
  return (
    <details
      className={classes.group}
      open={open}
      onToggle={(event) => {
        if (!searching) setOpened(event.currentTarget.open)
      }}
    >
      <summary className={classes.groupName}>
        <span>{group.label}</span>
        <span className={classes.count} data-some={chosen > 0}>
          <Trans>
            {chosen} di {group.fields.length}
          </Trans>
        </span>
      </summary>
      {open && (
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">{group.label}</legend>
          {!searching && (
            <Checkbox
              className={classes.all}
              label={<Trans>Tutti i campi tranne note libere e mesi dall’ultima notizia, anche quelli che si aggiungeranno</Trans>}
              checked={all}
              indeterminate={!all && chosen > 0}
              onChange={(event) => onChange(chooseAll(selection, group, event.currentTarget.checked))}
            />
          )}
          {group.key === 'Laboratory' && !searching ? (
            <LaboratoryMatrix
              label={group.label}
              isChosen={(name) => isChosen(selection, group, name)}
              onChoose={(name, selected) => onChange(chooseField(selection, group, name, selected))}
            />
          ) : (
            searchGroup(group, search).fields.map(({ name, label }) => (
              <div key={name} className={classes.found}>
                <Checkbox
                  label={label}
                  description={describeField(name, language)}
                  checked={isChosen(selection, group, name)}
                  onChange={(event) => onChange(chooseField(selection, group, name, event.currentTarget.checked))}
                />
                {searching && onCondition && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t`Aggiungi come condizione: ${label}`}
                    onClick={() => onCondition(name)}
                  >
                    <Trans>Aggiungi come condizione</Trans>
                  </Button>
                )}
              </div>
            ))
          )}
        </fieldset>
      )}
    </details>
  )
}
