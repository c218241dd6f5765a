import { ActionIcon } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import { listSelectedFields, moveField } from '@registry/domain/filter/selected-fields'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { IconChevronLeft, IconChevronRight, IconGripVertical, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import layout from '../../../layout/layout.module.css'
import { type FieldGroup, removeField } from './field-groups.ts'
import classes from './fields.module.css'
import { useDragOrder } from './use-drag-order.ts'

type Props = {
  readonly groups: readonly FieldGroup[]
  readonly selection: FieldSelection
  readonly onChange: (selection: FieldSelection) => void
}

type Action = 'earlier' | 'later' | 'remove'
const buttonId = (name: FieldName, action: Action): string => `column-${name}-${action}`

/** The button that keeps the focus after a move: at an end of the list the other one, since nothing is further. */
const findFocus = (name: FieldName, action: Action, place: number, count: number): string => {
  if (place === 0) return buttonId(name, 'later')
  return buttonId(name, place === count - 1 ? 'earlier' : action)
}

/** The chosen columns in their order. Dragging and buttons move them, and a cross removes them (REQ-FIL-24). */
export const ChosenColumns = ({ groups, selection, onChange }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [moved, setMoved] = useState<{ readonly name: FieldName; readonly place: number }>()
  const focusId = useRef<string>(undefined)
  const fields = listSelectedFields(selection)
  const count = fields.length
  useEffect(() => {
    // The browser drops the focus of an element that moves.
    if (focusId.current !== undefined) document.getElementById(focusId.current)?.focus()
    focusId.current = undefined
  }, [selection])

  const move = (name: FieldName, place: number): void => {
    setMoved({ name, place })
    onChange(moveField(selection, name, place))
  }
  const step = (name: FieldName, action: Action, place: number): void => {
    focusId.current = findFocus(name, action, place, count)
    move(name, place)
  }
  const remove = (name: FieldName, place: number): void => {
    const next = fields[place + 1] ?? fields[place - 1]
    focusId.current = next && buttonId(next.name, 'remove')
    setMoved(undefined)
    onChange(removeField(selection, groups, name))
  }
  const { listRef, drag } = useDragOrder((from, to) => {
    const field = fields[from]
    if (field) move(field.name, to)
  })
  const movedLabel = moved && getField(moved.name).label[language]
  const movedPlace = moved && moved.place + 1
  return (
    <div>
      <p className={layout.quiet}>
        {count === 0 ? (
          <Trans>Nessuna colonna: cerca un campo, o apri una categoria.</Trans>
        ) : (
          <>
            <Plural value={count} one="# colonna" other="# colonne" />
            {count > 1 && (
              <>
                {' · '}
                <Trans>trascina o premi le frecce per cambiare l’ordine, che vale anche nei file</Trans>
              </>
            )}
          </>
        )}
      </p>
      {count > 0 && (
        <ol ref={listRef} className={classes.columns} aria-label={t`Colonne scelte`}>
          {fields.map(({ name, label }, place) => (
            <li
              key={name}
              className={classes.column}
              data-dragged={drag?.from === place || undefined}
              data-target={(drag?.over === place && drag.from !== place) || undefined}
              draggable
            >
              <IconGripVertical size={16} aria-hidden="true" className={classes.grip} />
              <span>{label[language]}</span>
              <ColumnButton
                id={buttonId(name, 'earlier')}
                label={t`Sposta prima: ${label[language]}`}
                disabled={place === 0}
                onClick={() => step(name, 'earlier', place - 1)}
              >
                <IconChevronLeft size={16} aria-hidden="true" />
              </ColumnButton>
              <ColumnButton
                id={buttonId(name, 'later')}
                label={t`Sposta dopo: ${label[language]}`}
                disabled={place === count - 1}
                onClick={() => step(name, 'later', place + 1)}
              >
                <IconChevronRight size={16} aria-hidden="true" />
              </ColumnButton>
              <ColumnButton
                id={buttonId(name, 'remove')}
                label={t`Togli la colonna: ${label[language]}`}
                onClick={() => remove(name, place)}
              >
                <IconX size={16} aria-hidden="true" />
              </ColumnButton>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="visually-hidden">
        {moved && (
          <Trans>
            «{movedLabel}» è ora la colonna {movedPlace} di {count}.
          </Trans>
        )}
      </p>
    </div>
  )
}

type ButtonProps = {
  readonly id: string
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

const ColumnButton = ({ label, children, ...rest }: ButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={label} {...rest}>
    {children}
  </ActionIcon>
)
