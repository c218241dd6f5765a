import { type ComponentType, useEffect, useState } from 'react'
import { getUnreachableMessage } from '../request-error.ts'
import { showAlert } from './dialogs.tsx'

/**
 * A dialog whose code is loaded when it first opens, so that the page itself arrives sooner. Without an answer an alert says so, and the
 * page stays as it is (FAULT-24).
 */
export const later = <Props extends { readonly onClose: () => void }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Later = (props: Props) => {
    const [Part, setPart] = useState<ComponentType<Props>>()
    const { onClose } = props
    useEffect(() => {
      if (Part) return
      load().then(
        (part) => setPart(() => part),
        () => {
          onClose()
          void showAlert(getUnreachableMessage())
        },
      )
    }, [Part, onClose])
    return Part && <Part {...props} />
  }
  return Later
}
