import { useShell } from '../shell.ts'
import { IdleGuard } from './idle-guard.tsx'

/** Signs out of pages with a session after 8 hours without activity (REQ-UI-10). */
export const IdleSignOut = () => {
  const { history, queryClient, trpc } = useShell()
  const end = (): void => history.push('/logout')
  /** Renews the idle limit on the server, whose session may have ended before. */
  const stay = async (): Promise<void> => {
    const user = await queryClient.fetchQuery(trpc.session.current.queryOptions(undefined, { staleTime: 0 }))
    if (!user) end()
  }
  return <IdleGuard onEnd={end} onStay={() => void stay().catch(() => undefined)} />
}
