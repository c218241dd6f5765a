import { useLingui } from '@lingui/react/macro'
import { IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useReservedSpace } from '../layout/reserved-space.ts'
import classes from './connection-banner.module.css'
import { useBannerProblem } from './connection-problem.ts'

/** One sentence about the connection, over every page, with a button that tries again (FAULT-24). A change is never sent twice. */
export const ConnectionBanner = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useLingui()
  const problem = useBannerProblem()
  const sentences = {
    offline: t`Non c’è connessione. Quello che hai scritto resta qui.`,
    down: t`Il registro non risponde. Quello che hai scritto resta qui.`,
    slow: t`Il registro impiega più del solito. Aspettiamo la risposta.`,
    'slow-change': t`Il registro impiega più del solito. Aspettiamo la risposta: non serve premere di nuovo.`,
  }
  return (
    <div role="status" className={classes.place}>
      {problem && (
        <Banner text={sentences[problem]}>
          {problem !== 'slow-change' && (
            <button type="button" className={classes.retry} onClick={onRetry}>
              {t`Riprova`}
            </button>
          )}
        </Banner>
      )}
    </div>
  )
}

/** Covers no buttons: the bars at the bottom of the window move above it. */
const Banner = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => {
  const banner = useRef<HTMLDivElement>(null)
  useReservedSpace('banner', banner)
  return (
    <div ref={banner} className={classes.edge}>
      <div className={classes.banner}>
        <IconWifiOff size={24} aria-hidden="true" />
        <span className={classes.text}>{text}</span>
        {children}
      </div>
    </div>
  )
}
