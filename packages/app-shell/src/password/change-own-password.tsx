import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CurrentUser, fetchCurrentUser } from '../guard.ts'
import { ownFailures } from '../query-client.ts'
import { useShell } from '../shell.ts'
import { ChangePassword } from './change-password.tsx'

type Props = {
  readonly user: CurrentUser
  /** The top of the page of a first password. */
  readonly welcome?: ReactNode
  /** Signs in with the chosen password after a link. Without it the public home page opens. */
  readonly signIn?: (password: string) => void
}

/** The page about the password of the signed-in person. A restricted session ends with the change: sign-in follows (REQ-ACC-13). */
export const ChangeOwnPassword = ({ user, welcome, signIn }: Props) => {
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
      welcome={welcome}
      change={change.mutateAsync}
      {...(signIn &&
        user.passwordExpired &&
        user.asksOldPassword !== true && {
          signIn: (password: string) => {
            queryClient.clear()
            signIn(password)
          },
        })}
      onChanged={leave}
    />
  )
}
