import { createFileRoute, redirect } from '@tanstack/react-router'
import { forgetReadings, queryClient } from '../app/query-client.ts'
import { api, trpc } from '../app/trpc.ts'

/** Ends the session, forgets what was read with it, and goes home (spec 1, section 2). */
export const Route = createFileRoute('/logout')({
  beforeLoad: async () => {
    await api.session.end.mutate().finally(() => {
      queryClient.removeQueries(trpc.session.current.queryFilter())
      forgetReadings()
    })
    throw redirect({ to: '/', replace: true })
  },
})
