import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Dialog, DialogButtons } from './dialog.tsx'
import classes from './dialog.module.css'

type Question = {
  readonly title?: string
  readonly text: string
  readonly confirm?: string
  /** The button of an irreversible action is red and does not have the focus (REQ-UI-13). */
  readonly destructive?: boolean
  /** Content below the text, such as a receipt to save. */
  readonly extra?: ReactNode
}
type Entry = Question & { readonly id: number; readonly isQuestion: boolean; answer(yes: boolean): void }

let entries: readonly Entry[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setEntries = (next: readonly Entry[]): void => {
  entries = next
  for (const listener of listeners) listener()
}

const open = (question: Question, isQuestion: boolean): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const id = ++lastId
  const answer = (yes: boolean): void => {
    setEntries(entries.filter((entry) => entry.id !== id))
    resolve(yes)
  }
  setEntries([...entries, { ...question, id, isQuestion, answer }])
  return promise
}

/** Shows a text until the person closes it. A second alert covers the first. */
export const showAlert = async (text: string, title?: string, extra?: ReactNode): Promise<void> => {
  await open({ text, ...(title !== undefined && { title }), extra }, false)
}

/** Asks a question; true when the person agrees. Esc answers no. */
export const askConfirmation = (question: Question): Promise<boolean> => open(question, true)

/** Removes all dialogs without an answer, between two tests. */
export const removeDialogs = (): void => setEntries([])

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const OpenDialog = ({ entry }: { readonly entry: Entry }) => {
  const { t } = useLingui()
  const title = entry.title ?? (entry.isQuestion ? t`Conferma` : t`Avviso`)
  const destructive = entry.destructive === true
  return (
    <Dialog title={title} role="alertdialog" onClose={() => entry.answer(false)}>
      <p className={classes.text}>{entry.text}</p>
      {entry.extra}
      <DialogButtons>
        {entry.isQuestion && (
          <Button variant="default" data-autofocus={destructive} onClick={() => entry.answer(false)}>
            {t`Annulla`}
          </Button>
        )}
        <Button data-autofocus={!destructive} {...(destructive && { color: 'red' })} onClick={() => entry.answer(true)}>
          {entry.confirm ?? (entry.isQuestion ? t`Conferma` : t`Ho capito`)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Renders the dialogs of `showAlert` and `askConfirmation`. Each app has one. */
export const DialogHost = () => useSyncExternalStore(subscribe, () => entries).map((entry) => <OpenDialog key={entry.id} entry={entry} />)
