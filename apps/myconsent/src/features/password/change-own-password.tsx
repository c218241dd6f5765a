import { ChangePassword } from '@registry/ui/password/change-password.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CurrentUser, currentUser } from '../../app/guard.ts'
import { trpc } from '../../app/trpc.ts'

const ownFailures = { meta: { ownFailures: true } } as const

/** The signed-in patient's password; whoever only had a session to choose one signs in with it next (D6). */
export const ChangeOwnPassword = ({ user }: { readonly user: CurrentUser }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: rules } = useQuery(trpc.signIn.passwordRules.queryOptions(undefined, ownFailures))
  const change = useMutation(trpc.signIn.changePassword.mutationOptions(ownFailures))

  const goOn = async (): Promise<void> => {
    queryClient.clear()
    const now = await currentUser()
    await navigate({ to: now && !now.passwordExpired ? '/myconsent' : '/' })
  }

  return (
    <ChangePassword
      person={user}
      rules={rules}
      ownTexts={[user.name, user.surname, user.username, user.email ?? '']}
      change={change.mutateAsync}
      onChanged={goOn}
    />
  )
}
