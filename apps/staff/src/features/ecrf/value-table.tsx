import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordSaved } from '@registry/api-contract/ecrf'
import type { Field } from '@registry/domain/fields/dictionary'
import { parseTypedNumber } from '@registry/domain/fields/number-text'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useCallback, useId, useState } from 'react'
import { useRecord } from './record-context.ts'
import { FieldTools, Proposal } from './record-field.tsx'
import { FieldHelp } from './field-help.tsx'
import { type Cells, fillBlock, findNextCell, findPosition, parsePastedBlock, readCursor, type Position } from './table-keys.ts'
import { ValueCell } from './value-cell.tsx'
import classes from './value-table.module.css'

/** The properties of each part of the form of a record. */
export type FormPart = {
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly warnings: RecordSaved['warnings']
  /** The id of a field that a link names. The form shows it even where it does not apply. */
  readonly revealed: string | undefined
  /** Whether each empty field asks why its value is missing. */
  readonly asksReasons: boolean
  readonly readOnly: boolean
}

const findInput = (cells: Cells, { id }: HTMLInputElement): Position | undefined => findPosition(cells, ({ name }) => fieldId(name) === id)

/** The keys of a spreadsheet in a table: arrows and Enter move between cells, and a pasted block fills them. */
const useTableKeys = (cells: Cells) => {
  const { language } = useLanguage()
  const { store, leave } = useRecord()
  const [pasted, setPasted] = useState<{ readonly filled: number; readonly left: number }>()
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLInputElement>): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
      const position = findInput(cells, event.currentTarget)
      const next = position && findNextCell(cells, position, event, readCursor(event.currentTarget))
      if (!next) return
      // Enter would submit the form.
      event.preventDefault()
      const input = document.getElementById(fieldId(next.name))
      input?.focus()
      if (input instanceof HTMLInputElement) input.select()
    },
    [cells],
  )
  const onPaste = useCallback(
    (event: ClipboardEvent<HTMLInputElement>): void => {
      const block = parsePastedBlock(event.clipboardData.getData('text/plain'))
      const position = findInput(cells, event.currentTarget)
      if (!block || !position) return
      event.preventDefault()
      const { filled, left } = fillBlock(cells, position, block)
      const read = (text: string, { unit }: Field) => parseTypedNumber(text, { decimalComma: language === 'it', percent: unit === '%' })
      store.setAll(Object.fromEntries(filled.map(({ field, text }) => [field.name, read(text, field)])))
      for (const { field } of filled) leave(field.name)
      setPasted({ filled: filled.length, left })
    },
    [cells, language, store, leave],
  )
  return { onKeyDown, onPaste, pasted }
}

type HelpProps = {
  readonly id: string
  readonly field: Field | undefined
  readonly readOnly: boolean
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The help of the cell with the focus, below the table, where it covers no cell. */
const CellHelp = ({ id, field, readOnly, isOpen, onOpen }: HelpProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (!field)
    return (
      <div
        id={id}
        className={classes.help}
      >{t`Frecce e Invio passano da una casella all’altra. Una colonna copiata si incolla dalla prima casella.`}</div>
    )
  const label = field.label[language]
  const close = (): void => {
    onOpen(false)
    document.getElementById(fieldId(field.name))?.focus()
  }
  return (
    <div role="presentation" className={classes.help} onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <span id={id}>
        <strong>{label}</strong> <FieldHelp field={field} isFocused />
      </span>
      {field.proposedFrom !== undefined && !readOnly && <Proposal field={field} />}
      <FieldTools field={field} label={label} readOnly={readOnly} isOpen={isOpen} onShow={() => onOpen(true)} onClose={close} />
    </div>
  )
}

/** `source` says where the values of the row come from. */
type Row = { readonly name: string; readonly title: ReactNode; readonly note?: string; readonly source?: string }

type Props = FormPart & {
  readonly label: string
  /** The title of the column with the names of the rows. */
  readonly rowTitle: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** The same lists while the rows stay the same, so that a key renders one cell. */
  readonly cells: Cells
  /** The title of the last column, which has the notes of the rows. */
  readonly noteTitle?: string
}

/** Numbers of the record as a table with the keys of a spreadsheet (REQ-CRF-20). */
export const ValueTable = ({ label, rowTitle, columns, rows, cells, noteTitle, errors, warnings, asksReasons, readOnly }: Props) => {
  const { t } = useLingui()
  const { onKeyDown, onPaste, pasted } = useTableKeys(cells)
  const [focused, setFocused] = useState<Field>()
  const [isOpen, setOpen] = useState(false)
  const helpId = useId()
  const hasNotes = noteTitle !== undefined
  const onFocus = useCallback((field: Field): void => {
    setFocused(field)
    setOpen(false)
  }, [])
  const showFilled = (filled: number): string => t`${plural(filled, { one: 'Incollato # valore.', other: 'Incollati # valori.' })}`
  const showLeft = (left: number): string =>
    t`${plural(left, { one: '# valore non entra nella tabella.', other: '# valori non entrano nella tabella.' })}`
  const onHelp = useCallback(() => setOpen(true), [])
  return (
    <div className={classes.frame}>
      <table
        aria-label={label}
        className={classes.table}
        data-notes={hasNotes || undefined}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            {columns.map((title) => (
              <th key={title} scope="col" className={classes.number}>
                {title}
              </th>
            ))}
            {hasNotes && <th scope="col">{noteTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, title, note, source }, row) => (
            <tr key={name}>
              <th scope="row">{title}</th>
              {cells[row]?.map((field, column) => (
                <ValueCell
                  key={field.name}
                  field={field}
                  column={columns[column] ?? ''}
                  helpId={source === undefined ? helpId : `${helpId}-${name} ${helpId}`}
                  error={errors[field.name]}
                  warning={warnings.find((one) => one.field === field.name)?.message}
                  asksReason={asksReasons}
                  readOnly={readOnly}
                  onFocus={onFocus}
                  onHelp={onHelp}
                  onKeyDown={onKeyDown}
                  onPaste={onPaste}
                />
              ))}
              {hasNotes && (
                <td className={classes.note}>
                  <span className={classes.noteLabel}>{noteTitle}</span> {note}
                </td>
              )}
              {source !== undefined && (
                <td id={`${helpId}-${name}`} className={classes.source}>
                  {source}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <CellHelp id={helpId} field={focused} readOnly={readOnly} isOpen={isOpen} onOpen={setOpen} />
      <p role="status" className={classes.status}>
        {pasted && [showFilled(pasted.filled), pasted.left > 0 && showLeft(pasted.left)].filter(Boolean).join(' ')}
      </p>
    </div>
  )
}
