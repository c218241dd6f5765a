import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'
import { SecurityDialog } from './security-dialog.tsx'

type Props = {
  readonly onClose: () => void
  /** The content above the sessions: the second factor for staff. */
  readonly children?: ReactNode
}

/** The security dialog of the signed-in person (REQ-ACC-23). */
export const OwnSecurity = ({ onClose, children }: Props) => {
  const { history, queryClient, trpc } = useShell()
  const { data, error } = useQuery(trpc.ownSessions.list.queryOptions(undefined, { ...ownFailures, staleTime: 0 }))
  const end = useMutation(trpc.ownSessions.end.mutationOptions(ownFailures))
  const endAll = useMutation(trpc.ownSessions.endAll.mutationOptions(ownFailures))
  return (
    <SecurityDialog
      sessions={data}
      error={error}
      onEnd={async (id, reauthentication) => {
        await end.mutateAsync({ id, ...reauthentication })
        await queryClient.invalidateQueries(trpc.ownSessions.list.queryFilter())
      }}
      onEndAll={(reauthentication) => endAll.mutateAsync(reauthentication)}
      onSignedOut={() => {
        // The dialog closes first: an open one would send requests with the ended session.
        onClose()
        history.push('/logout')
      }}
      onClose={onClose}
    >
      {children}
    </SecurityDialog>
  )
}
