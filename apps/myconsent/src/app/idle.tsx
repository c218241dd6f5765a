import { IdleGuard } from '@registry/ui/idle/idle-guard.tsx'
import { history } from './history.ts'
import { queryClient } from './query-client.ts'
import { trpc } from './trpc.ts'

const end = (): void => history.push('/logout')

/** Asks who is signed in, which moves the server's own idle clock; where the session is over meanwhile, the page is too. */
const stay = async (): Promise<void> => {
  const user = await queryClient.fetchQuery(trpc.session.current.queryOptions(undefined, { staleTime: 0 }))
  if (!user) end()
}

/** Stands on every page with a session (spec 1, section 1). */
export const Idle = () => <IdleGuard onEnd={end} onStay={() => void stay().catch(() => undefined)} />
