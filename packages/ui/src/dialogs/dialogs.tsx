import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Dialog, DialogButtons } from './dialog.tsx'
import classes from './dialog.module.css'

type Question = {
  readonly title?: string
  readonly text: string
  readonly confirm?: string
  /** A step that cannot be undone is confirmed with a red button that does not have the focus. */
  readonly destructive?: boolean
}
type Entry = Question & { readonly id: number; readonly asks: boolean; answer(yes: boolean): void }

let entries: readonly Entry[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Entry[]): void => {
  entries = next
  for (const listener of listeners) listener()
}

const open = (question: Question, asks: boolean): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const id = ++lastId
  const answer = (yes: boolean): void => {
    change(entries.filter((entry) => entry.id !== id))
    resolve(yes)
  }
  change([...entries, { ...question, id, asks, answer }])
  return promise
}

/** Shows a text that must be read; a second one stands over the first. Resolves when it is closed. */
export const showAlert = async (text: string, title?: string): Promise<void> => {
  await open(title === undefined ? { text } : { text, title }, false)
}

/** Asks before a step; true when the person agrees. Esc and "no" are the same answer. */
export const askConfirmation = (question: Question): Promise<boolean> => open(question, true)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const OpenDialog = ({ entry }: { readonly entry: Entry }) => {
  const { t } = useLingui()
  const title = entry.title ?? (entry.asks ? t`Conferma` : t`Avviso`)
  const destructive = entry.destructive === true
  return (
    <Dialog title={title} role="alertdialog" onClose={() => entry.answer(false)}>
      <p className={classes.text}>{entry.text}</p>
      <DialogButtons>
        {entry.asks && (
          <Button variant="default" autoFocus={destructive} onClick={() => entry.answer(false)}>
            {t`Annulla`}
          </Button>
        )}
        <Button autoFocus={!destructive} {...(destructive && { color: 'red' })} onClick={() => entry.answer(true)}>
          {entry.confirm ?? (entry.asks ? t`Conferma` : t`Ho capito`)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Stands once in each app; whatever `showAlert` and `askConfirmation` open appears here. */
export const DialogHost = () => useSyncExternalStore(subscribe, () => entries).map((entry) => <OpenDialog key={entry.id} entry={entry} />)
