import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, queryClient, shell, trpc } from '../../app/shell.ts'
import { ConfirmReregistration } from './confirm-reregistration.tsx'
import { OpeningLink } from './opening-link.tsx'
import { RejectedLink, ExpiredLink } from './rejected-link.tsx'
import { isCut, markAsOpened } from './sign-in-link.ts'

const enterSession = async (): Promise<void> => {
  shell.account.release()
  queryClient.removeQueries({ queryKey: trpc.session.current.queryKey() })
  const user = await fetchCurrentUser(shell)
  if (user) enter(shell, user)
}

/** A valid link opens a restricted session once (REQ-ACC-13). A used or expired one leads to the sign-in form. */
export const OpenLink = ({ contact, secret }: { readonly contact: string; readonly secret: string }) => {
  const { mutate, data, error } = useMutation(
    trpc.signIn.openLink.mutationOptions({ ...ownFailures, onSuccess: ({ expired }) => (expired ? enterLinkSession() : undefined) }),
  )
  const enterLinkSession = (): Promise<void> => {
    markAsOpened(secret)
    return enterSession()
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate({ username: contact, password: secret })
  }, [mutate, contact, secret])
  const leaveAndOpen = async (): Promise<void> => {
    await api.session.end.mutate()
    shell.account.release()
    queryClient.clear()
    mutate({ username: contact, password: secret })
  }
  if (error) return <RejectedLink error={error} onLeave={leaveAndOpen} onStay={enterSession} />
  if (data?.returnsTo !== undefined)
    return <ConfirmReregistration centre={data.returnsTo} contact={contact} secret={secret} onOpened={enterLinkSession} />
  if (data?.expired === false) return <ExpiredLink contact={contact} isCut={isCut(secret)} />
  return <OpeningLink />
}
