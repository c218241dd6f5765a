import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { IdleState } from '@registry/domain/access/idle'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { useShell } from '../shell.ts'
import { type IdleWatch, startIdleWatch } from './idle-watch.ts'
import classes from './idle.module.css'

type Props = {
  /** Called after 8 idle hours. */
  readonly onEnd: () => void
  /** Called when the person signs out in the dialog. */
  readonly onSignOut: () => void
  /** Called when the person stays, to renew the session on the server. */
  readonly onStay: () => void
}

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Signs out after 8 hours without activity in any tab, with a countdown in the last two minutes (REQ-UI-10). */
export const IdleGuard = ({ onEnd, onSignOut, onStay }: Props) => {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const watch = useRef<IdleWatch>(undefined)
  const onState = useEffectEvent((state: IdleState): void => {
    setSecondsLeft(state.kind === 'warning' ? state.secondsLeft : undefined)
    if (state.kind === 'expired') onEnd()
  })
  useEffect(() => {
    const idleWatch = startIdleWatch(onState)
    watch.current = idleWatch
    const listeners = new AbortController()
    const { signal } = listeners
    for (const type of activityEvents) window.addEventListener(type, idleWatch.touch, { signal, passive: true, capture: true })
    document.addEventListener('visibilitychange', idleWatch.check, { signal })
    return () => {
      listeners.abort()
      idleWatch.stop()
    }
  }, [])
  if (secondsLeft === undefined) return null
  const stay = (): void => {
    watch.current?.stay()
    onStay()
  }
  return <Countdown secondsLeft={secondsLeft} onStay={stay} onSignOut={onSignOut} />
}

const formatTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const Countdown = ({ secondsLeft, onStay, onSignOut }: Omit<Props, 'onEnd'> & { readonly secondsLeft: number }) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Sei ancora qui?`} role="alertdialog" onClose={onStay}>
      <p>{t`Da quasi 8 ore non succede nulla. Per proteggere i dati, quando il tempo finisce la sessione si chiude in tutte le schede.`}</p>
      <p className={classes.clock} role="timer" aria-label={t`Tempo che resta`}>
        {formatTime(secondsLeft)}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onSignOut}>{t`Esci ora`}</Button>
        <Button data-autofocus={true} onClick={onStay}>{t`Continua`}</Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Signs out of pages with a session after 8 hours without activity (REQ-UI-10). */
export const IdleSignOut = () => {
  const { history, leave, queryClient, trpc } = useShell()
  /** Renews the server's idle limit. The server's session may have ended before. */
  const stay = async (): Promise<void> => {
    const user = await queryClient.fetchQuery(trpc.session.current.queryOptions(undefined, { staleTime: 0 }))
    if (!user) leave('ended')
  }
  return (
    <IdleGuard onEnd={() => leave('idle')} onSignOut={() => history.push('/logout')} onStay={() => void stay().catch(() => undefined)} />
  )
}
