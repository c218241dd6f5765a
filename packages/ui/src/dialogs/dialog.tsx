import { CloseButton, createTheme, MantineThemeProvider } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

type Props = {
  readonly title: string
  readonly role?: 'dialog' | 'alertdialog'
  readonly side?: 'centre' | 'start' | 'end'
  readonly onClose: () => void
  readonly children: ReactNode
}

const withoutPortal = { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } } as const
/** A modal dialog covers all elements outside it. Lists and calendars therefore open inside, with a fixed position. */
const insideDialog = createTheme({ components: { Popover: withoutPortal, Combobox: withoutPortal } })

/** Esc closes an open list or calendar first, then the dialog. */
const closeListFirst = (event: KeyboardEvent<HTMLDialogElement>): void => {
  if (event.key === 'Escape' && event.currentTarget.querySelector('[aria-expanded="true"]')) event.preventDefault()
}

/**
 * The browser’s modal dialog: it traps the focus, closes on Esc and restores the focus. An element with `data-autofocus` gets the focus, else
 * the first one. React focuses an element with `autoFocus` before the dialog opens, which has no effect.
 */
export const Dialog = ({ title, role = 'dialog', side = 'centre', onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const { t } = useLingui()
  const titleId = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus=true]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      className={classes.dialog}
      data-side={side}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDownCapture={closeListFirst}
      closedby={side !== 'centre' ? 'any' : 'closerequest'}
    >
      <div className={classes.content}>
        <div className={classes.top}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {side !== 'centre' && <CloseButton size="xl" aria-label={t`Chiudi`} onClick={onClose} />}
        </div>
        <MantineThemeProvider theme={insideDialog} inherit>
          {children}
        </MantineThemeProvider>
      </div>
    </dialog>
  )
}

export const DialogButtons = ({ children }: { readonly children: ReactNode }) => <div className={classes.buttons}>{children}</div>
