import { useState } from 'react'
import { useShell } from '../shell.ts'

/**
 * A value that outlives reload, Back, the tab and the session, until it is sent or the person signs out (REQ-UI-20).
 * @param parse reads a stored value, which an older release may have written; undefined ignores it
 */
export const useDraft = <Value>(name: string, parse: (stored: unknown) => Value | undefined) => {
  const { drafts } = useShell()
  const [known, setKnown] = useState<{ readonly name: string; readonly value: Value | undefined }>()
  const value = known?.name === name ? known.value : parse(drafts.read(name))
  return {
    value,
    keep: (next: Value): void => {
      drafts.write(name, next)
      setKnown({ name, value: next })
    },
    forget: (): void => {
      drafts.remove(name)
      setKnown({ name, value: undefined })
    },
  }
}
