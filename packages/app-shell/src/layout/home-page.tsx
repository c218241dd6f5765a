import { PublicHome } from '@registry/ui/layout/public-home.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { SessionEndNotice } from './session-end-notice.tsx'
import { useShell } from '../shell.ts'

/** The page `/`, which leads to both apps (REQ-UI-01). */
export const HomePage = () => {
  const { trpc } = useShell()
  const { data: site } = useSuspenseQuery(trpc.session.site.queryOptions())
  const { sessionEnd, hasDraft = false } = useLocation({ select: ({ state }) => state })
  return (
    <>
      {sessionEnd && <SessionEndNotice reason={sessionEnd} hasDraft={hasDraft} />}
      <PublicHome staffOrigin={site.staffOrigin} myconsentOrigin={site.myconsentOrigin} />
    </>
  )
}
