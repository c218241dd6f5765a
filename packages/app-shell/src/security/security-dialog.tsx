import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from './security.module.css'
import { type OwnSession, SessionsList } from './sessions-list.tsx'
import { type Reauthentication, useReauthentication } from './use-reauthentication.tsx'

type Props = {
  /** Undefined while they load. */
  readonly sessions: readonly OwnSession[] | undefined
  /** The error of sessions that did not load. */
  readonly error?: unknown
  readonly onEnd: (id: number, reauthentication: Reauthentication) => Promise<unknown>
  readonly onEndAll: (reauthentication: Reauthentication) => Promise<unknown>
  /** Called after all sessions have ended, this one included. */
  readonly onSignedOut: () => void
  readonly onClose: () => void
  /** The content above the sessions: the second factor for staff. */
  readonly children?: ReactNode
}

/** The user's sessions, each with a button to end it, and content of the app above (REQ-ACC-23). */
export const SecurityDialog = ({ sessions, error, onEnd, onEndAll, onSignedOut, onClose, children }: Props) => {
  const { t } = useLingui()
  const { dialog, withReauthentication } = useReauthentication()
  const [ending, setEnding] = useState<number | 'all'>()
  const [failure, setFailure] = useState<string>()

  const run = async (target: number | 'all', action: (reauthentication: Reauthentication) => Promise<unknown>): Promise<boolean> => {
    setEnding(target)
    setFailure(undefined)
    try {
      return (await withReauthentication(async (reauthentication) => ({ done: await action(reauthentication) }))) !== undefined
    } catch (thrown) {
      setFailure(toRequestError(thrown).message)
      return false
    } finally {
      setEnding(undefined)
    }
  }
  const endAll = async (): Promise<void> => {
    const agreed = await askConfirmation({
      title: t`Esci da tutti i dispositivi`,
      text: t`Si chiudono tutti i tuoi accessi, anche questo. Per continuare dovrai entrare di nuovo.`,
      confirm: t`Esci ovunque`,
      destructive: true,
    })
    if (agreed && (await run('all', onEndAll))) onSignedOut()
  }

  return (
    <Dialog title={t`Sicurezza`} onClose={onClose}>
      {children}
      <section aria-labelledby="own-sessions">
        <h3 id="own-sessions" className={classes.title}>
          <Trans>I tuoi accessi</Trans>
        </h3>
        <p className={classes.lead}>
          <Trans>Sono i dispositivi da cui sei entrato. Se non ne riconosci uno, chiudilo e cambia subito la password.</Trans>
        </p>
        {failure !== undefined && <Notice status="error">{failure}</Notice>}
        <Sessions
          sessions={sessions}
          error={error}
          ending={typeof ending === 'number' ? ending : undefined}
          onEnd={(id) => void run(id, (reauthentication) => onEnd(id, reauthentication))}
        />
      </section>
      <DialogButtons>
        <Button variant="default" color="red" loading={ending === 'all'} onClick={() => void endAll()}>
          {t`Esci ovunque`}
        </Button>
        <Button onClick={onClose}>{t`Chiudi`}</Button>
      </DialogButtons>
      {dialog}
    </Dialog>
  )
}

type SessionsProps = Pick<Props, 'sessions' | 'error'> & { readonly ending: number | undefined; readonly onEnd: (id: number) => void }

const Sessions = ({ sessions, error, ending, onEnd }: SessionsProps) => {
  if (sessions) return <SessionsList sessions={sessions} ending={ending} onEnd={onEnd} />
  return error === undefined || error === null ? <LinesSkeleton lines={4} /> : <p role="alert">{toRequestError(error).message}</p>
}
