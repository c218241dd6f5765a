import { useLingui } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { PublicHome } from '@registry/ui/layout/public-home.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useShell } from '../shell.ts'
import type { SessionEnd } from '../page-account.ts'

type Props = { readonly reason: SessionEnd; readonly hasDraft: boolean }

/** Explains why the person is back on `/` without signing out here, and the state of unsaved work (REQ-UI-24). */
const SessionEndNotice = ({ reason, hasDraft }: Props) => {
  const { t } = useLingui()
  const reasons = {
    'signed-out': t`Sei uscito in un’altra scheda di questo browser.`,
    idle: t`La sessione si è chiusa perché da 8 ore non succedeva nulla.`,
    ended: t`La sessione è finita: succede dopo 8 ore senza attività, alla fine della giornata, o se esci o cambi password altrove.`,
  } satisfies Record<SessionEnd, string>
  return (
    <Notice status="waiting" title={t`Devi accedere di nuovo`}>
      <p>{reasons[reason]}</p>
      {hasDraft && <p>{t`Quello che avevi scritto è conservato in questo browser per 24 ore: lo ritrovi appena accedi.`}</p>}
    </Notice>
  )
}

/** The page `/`, which leads to both apps (REQ-UI-01). */
export const HomePage = () => {
  const { trpc } = useShell()
  const { data: site } = useSuspenseQuery(trpc.session.site.queryOptions())
  const { sessionEnd, hasDraft = false } = useLocation({ select: ({ state }) => state })
  return (
    <>
      {sessionEnd && (
        <Box mb="lg">
          <SessionEndNotice reason={sessionEnd} hasDraft={hasDraft} />
        </Box>
      )}
      <PublicHome
        staffOrigin={site.staffOrigin}
        myconsentOrigin={site.myconsentOrigin}
        controller={site.contacts.controller}
        participants={site.participants}
      />
    </>
  )
}
