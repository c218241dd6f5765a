import { Button, Checkbox, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Dialog, DialogButtons } from '../dialogs/dialog.tsx'
import type { GridField } from './column.ts'
import classes from './dialogs.module.css'
import type { GridView } from './view.ts'

type Props = {
  readonly fields: readonly GridField[]
  readonly view: GridView
  readonly onView: (view: GridView) => void
  readonly onClose: () => void
}

type Group = { readonly name: string; readonly fields: readonly GridField[] }

const groupFields = (fields: readonly GridField[], otherName: string): readonly Group[] => {
  const names = [...new Set(fields.map(({ group }) => group ?? otherName))]
  return names.map((name) => ({ name, fields: fields.filter(({ group }) => (group ?? otherName) === name) }))
}

/** The list of columns with search and groups. The first column always stays. */
export const ColumnsDialog = ({ fields, view, onView, onClose }: Props) => {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const [, ...choosable] = fields
  const hidden = useMemo(() => new Set(view.hidden), [view.hidden])
  const found = choosable.filter(({ header, group }) => `${header}\n${group ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()))
  const show = (changed: readonly GridField[], shown: boolean): void => {
    const ids = new Set(changed.map(({ id }) => id))
    const others = view.hidden.filter((id) => !ids.has(id))
    onView({ ...view, hidden: shown ? others : [...others, ...ids] })
  }
  const shownCount = choosable.filter(({ id }) => !hidden.has(id)).length
  return (
    <Dialog side="end" title={t`Colonne`} onClose={onClose}>
      <div className={classes.columnsTop}>
        <TextInput
          aria-label={t`Cerca una colonna`}
          placeholder={t`Cerca una colonna`}
          value={search}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p role="status" className={classes.columnsCount}>
          <Plural value={shownCount} one="# colonna mostrata" other="# colonne mostrate" />
        </p>
        <Button variant="default" size="sm" onClick={() => show(found, true)}>
          {t`Mostra tutte`}
        </Button>
        <Button variant="default" size="sm" onClick={() => show(found, false)}>
          {t`Nascondi tutte`}
        </Button>
      </div>
      {found.length === 0 && (
        <p>
          <Trans>Nessuna colonna contiene «{search}».</Trans>
        </p>
      )}
      {groupFields(found, t`Altre colonne`).map((group) => (
        <ColumnGroup key={group.name} group={group} hidden={hidden} onShow={show} />
      ))}
      <DialogButtons>
        <Button onClick={onClose}>{t`Chiudi`}</Button>
      </DialogButtons>
    </Dialog>
  )
}

type GroupProps = {
  readonly group: Group
  readonly hidden: ReadonlySet<string>
  readonly onShow: (fields: readonly GridField[], shown: boolean) => void
}

const ColumnGroup = ({ group: { name, fields }, hidden, onShow }: GroupProps) => {
  const shown = fields.filter(({ id }) => !hidden.has(id)).length
  return (
    <div role="group" aria-label={name} className={classes.columnGroup}>
      <Checkbox
        label={`${name} (${shown}/${fields.length})`}
        className={classes.columnGroupName}
        checked={shown === fields.length}
        indeterminate={shown > 0 && shown < fields.length}
        onChange={(event) => onShow(fields, event.currentTarget.checked)}
      />
      <div className={classes.columnList}>
        {fields.map((field) => (
          <Checkbox
            key={field.id}
            label={field.header}
            checked={!hidden.has(field.id)}
            onChange={(event) => onShow([field], event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  )
}
