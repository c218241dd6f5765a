import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { fieldId } from './field-id.ts'

type Props = {
  readonly name: string
  /** Shows the field first, for example by opening its section. */
  readonly onShow?: (name: string) => void
  readonly children: ReactNode
}

/** A link that gives a field the focus. */
export const FieldLink = ({ name, onShow, children }: Props) => (
  <a
    href={`#${fieldId(name)}`}
    onClick={(event) => {
      event.preventDefault()
      flushSync(() => onShow?.(name))
      document.getElementById(fieldId(name))?.focus()
    }}
  >
    {children}
  </a>
)
