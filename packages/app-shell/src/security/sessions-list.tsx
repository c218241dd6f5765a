import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { showMoment } from '@registry/ui/language/format.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import classes from './security.module.css'

/** One session of the signed-in person. */
export type OwnSession = {
  readonly id: number
  readonly browser: string | null
  readonly system: string | null
  readonly ipAddress: string
  readonly beganAt: string
  readonly lastUsedAt: string
  readonly current: boolean
}

type Props = { readonly sessions: readonly OwnSession[]; readonly ending: number | undefined; readonly onEnd: (id: number) => void }

/** The user's sessions: device, start, last use, and a button to end each but the current one (REQ-ACC-23). */
export const SessionsList = ({ sessions, ending, onEnd }: Props) => (
  <ul className={classes.sessions}>
    {sessions.map((session) => (
      <Session key={session.id} session={session} busy={ending === session.id} onEnd={() => onEnd(session.id)} />
    ))}
  </ul>
)

const handheldSystems: readonly (string | null)[] = ['Android', 'iPhone', 'iPad']

const useDeviceName = ({ browser, system }: OwnSession): string => {
  const { t } = useLingui()
  if (browser !== null && system !== null) return t`${browser} su ${system}`
  return browser ?? system ?? t`Dispositivo sconosciuto`
}

type SessionProps = { readonly session: OwnSession; readonly busy: boolean; readonly onEnd: () => void }

const Session = ({ session, busy, onEnd }: SessionProps) => {
  const { t } = useLingui()
  const device = useDeviceName(session)
  const Icon = handheldSystems.includes(session.system) ? IconDeviceMobile : IconDeviceDesktop
  const [began, used] = [showMoment(session.beganAt), showMoment(session.lastUsedAt)]
  return (
    <li className={classes.session}>
      <Icon size={24} aria-hidden="true" />
      <div className={classes.sessionText}>
        <strong>{device}</strong>
        <span>{t`Ultimo uso: ${used}`}</span>
        <span className={classes.quiet}>{t`Iniziato: ${began}, dall’indirizzo ${session.ipAddress}`}</span>
      </div>
      {session.current ? (
        <StatusBadge status="yes">{t`Questo accesso`}</StatusBadge>
      ) : (
        <Button variant="default" size="sm" loading={busy} aria-label={t`Chiudi l’accesso: ${device}, ultimo uso ${used}`} onClick={onEnd}>
          {t`Chiudi l’accesso`}
        </Button>
      )}
    </li>
  )
}
