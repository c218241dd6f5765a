import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type CurrentUser, fetchCurrentUser } from '../guard.ts'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'
import { ChangePassword } from './change-password.tsx'

/** The page about the password of the signed-in person. A restricted session ends with the change: sign-in follows (REQ-ACC-13). */
export const ChangeOwnPassword = ({ user }: { readonly user: CurrentUser }) => {
  const shell = useShell()
  const { home, queryClient, trpc } = shell
  const navigate = useNavigateTo()
  const { data: rules } = useQuery(trpc.signIn.passwordRules.queryOptions(undefined, ownFailures))
  const change = useMutation(trpc.signIn.changePassword.mutationOptions(ownFailures))

  const leave = async (): Promise<void> => {
    queryClient.clear()
    const now = await fetchCurrentUser(shell)
    navigate(now && !now.passwordExpired ? home : '/')
  }

  return (
    <ChangePassword
      person={user}
      rules={rules}
      ownTexts={[user.name, user.surname, user.username, user.email ?? '', ...user.roles.flatMap(({ center }) => center ?? [])]}
      change={change.mutateAsync}
      onChanged={leave}
    />
  )
}
