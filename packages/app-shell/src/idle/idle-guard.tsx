import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { IdleState } from '@registry/domain/access/idle'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { type IdleWatch, startIdleWatch } from './idle-watch.ts'
import classes from './idle.module.css'

type Props = {
  /** Nobody was there for 8 hours, or the person wants to leave at once. */
  readonly onEnd: () => void
  /** The person stays: the server's own clock has to hear of it. */
  readonly onStay: () => void
}

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Signs out after 8 hours without activity in any tab, with a countdown in the last two minutes (spec 1, section 1). */
export const IdleGuard = ({ onEnd, onStay }: Props) => {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const watch = useRef<IdleWatch>(undefined)
  const follow = useEffectEvent((state: IdleState): void => {
    setSecondsLeft(state.kind === 'warning' ? state.secondsLeft : undefined)
    if (state.kind === 'expired') onEnd()
  })
  useEffect(() => {
    const started = startIdleWatch(follow)
    watch.current = started
    const listening = new AbortController()
    const { signal } = listening
    for (const sign of signsOfLife) window.addEventListener(sign, started.touch, { signal, passive: true, capture: true })
    document.addEventListener('visibilitychange', started.look, { signal })
    return () => {
      listening.abort()
      started.stop()
    }
  }, [])
  if (secondsLeft === undefined) return null
  const stay = (): void => {
    watch.current?.stay()
    onStay()
  }
  return <Countdown secondsLeft={secondsLeft} onStay={stay} onEnd={onEnd} />
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const Countdown = ({ secondsLeft, onStay, onEnd }: Props & { readonly secondsLeft: number }) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Sei ancora qui?`} role="alertdialog" onClose={onStay}>
      <p>{t`Da quasi 8 ore non succede nulla. Per proteggere i dati, quando il tempo finisce la sessione si chiude in tutte le schede.`}</p>
      <p className={classes.clock} role="timer" aria-label={t`Tempo che resta`}>
        {clock(secondsLeft)}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={onEnd}>{t`Esci ora`}</Button>
        <Button autoFocus onClick={onStay}>{t`Resta collegato`}</Button>
      </DialogButtons>
    </Dialog>
  )
}
