import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { getUnreachableMessage } from '../request-error.ts'
import { showAlert } from './dialogs.tsx'

type Closable = { readonly onClose: () => void }

const Closed = ({ onClose }: Closable) => {
  useEffect(onClose, [onClose])
  return null
}

/**
 * A dialog whose code is loaded when it opens, so that the page itself arrives sooner. Without an answer an alert is shown, and the page stays
 * as it is (FAULT-24).
 */
export const lazyDialog = <Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const loadOrAlert = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch {
      void showAlert(getUnreachableMessage())
      return { default: Closed }
    }
  }
  const LazyDialog = (props: Props) => {
    // A new one for each opening, because React keeps a failure.
    const [Content] = useState(() => lazy(loadOrAlert))
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    )
  }
  return LazyDialog
}
