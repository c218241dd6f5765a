import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { api, queryClient, shell, trpc } from '../../app/shell.ts'
import { ComeBack } from './come-back.tsx'
import { LinkOfAnother, LinkPast } from './link-refused.tsx'
import { PatientSignIn } from './patient-sign-in.tsx'
import type { SignInLink } from './sign-in-link.ts'

/** The patient's way in: with a link that carries a secret it opens that first, otherwise the sign-in form. */
export const PatientEntrance = ({ link }: { readonly link: SignInLink | undefined }) => {
  if (link?.secret === undefined) return <PatientSignIn {...(link && { contact: link.contact })} />
  return <OpenLink contact={link.contact} secret={link.secret} />
}

const goOn = async (): Promise<void> => {
  queryClient.removeQueries({ queryKey: trpc.session.current.queryKey() })
  const user = await fetchCurrentUser(shell)
  if (user) enter(shell, user)
}

/** A live link opens, once, a session in which only a password can be chosen (D6); a used or old one leads to the form. */
const OpenLink = ({ contact, secret }: { readonly contact: string; readonly secret: string }) => {
  const { t } = useLingui()
  const { mutate, data, error } = useMutation(
    trpc.signIn.openLink.mutationOptions({ ...ownFailures, onSuccess: ({ expired }) => (expired ? goOn() : undefined) }),
  )
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate({ username: contact, password: secret })
  }, [mutate, contact, secret])
  const leaveAndOpen = async (): Promise<void> => {
    await api.session.end.mutate()
    queryClient.clear()
    mutate({ username: contact, password: secret })
  }
  if (error) return <LinkOfAnother error={error} onLeave={leaveAndOpen} onStay={goOn} />
  if (data?.returnsTo !== undefined) return <ComeBack centre={data.returnsTo} contact={contact} secret={secret} onOpened={goOn} />
  if (data?.expired === false) return <LinkPast contact={contact} />
  return (
    <>
      <PageHeading title={t`Apriamo il tuo link`} />
      <LinesSkeleton lines={3} />
    </>
  )
}
