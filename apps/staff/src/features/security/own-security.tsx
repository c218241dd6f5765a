import { SecurityDialog } from '@registry/ui/security/security-dialog.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { history } from '../../app/history.ts'
import { queryClient } from '../../app/query-client.ts'
import { trpc } from '../../app/trpc.ts'
import { SecondFactorSummary } from './second-factor-summary.tsx'

const ownFailures = { meta: { ownFailures: true } } as const

/** The signed-in staff user's second factor and sessions (security.md 4.6, 4.7). */
export const OwnSecurity = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error } = useQuery(trpc.ownSessions.list.queryOptions(undefined, { ...ownFailures, staleTime: 0 }))
  const end = useMutation(trpc.ownSessions.end.mutationOptions(ownFailures))
  const endAll = useMutation(trpc.ownSessions.endAll.mutationOptions(ownFailures))
  return (
    <SecurityDialog
      sessions={data}
      error={error}
      onEnd={async (id, proof) => {
        await end.mutateAsync({ id, ...proof })
        await queryClient.invalidateQueries(trpc.ownSessions.list.queryFilter())
      }}
      onEndAll={(proof) => endAll.mutateAsync(proof)}
      onSignedOut={() => {
        // First the dialog, so that nothing is asked any more with a session that is over.
        onClose()
        history.push('/logout')
      }}
      onClose={onClose}
    >
      <SecondFactorSummary onLeave={onClose} />
    </SecurityDialog>
  )
}
