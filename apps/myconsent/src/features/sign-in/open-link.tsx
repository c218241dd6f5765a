import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { fetchCurrentUser } from '@registry/app-shell/guard.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { enter } from '@registry/app-shell/session.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, queryClient, shell, trpc } from '../../app/shell.ts'
import { OpeningLink } from './opening-link.tsx'
import { RejectedLink, ExpiredLink } from './rejected-link.tsx'
import { isCut, markAsOpened } from './sign-in-link.ts'
import classes from './sign-in.module.css'

type Props = { readonly centre: string; readonly contact: string; readonly secret: string; readonly onOpened: () => Promise<void> }

/** Asks a withdrawn person to confirm the return that the centre requested. Nothing is registered before (REQ-PAT-06). */
const ConfirmReregistration = ({ centre, contact, secret, onOpened }: Props) => {
  const { t } = useLingui()
  const { mutate, data, error, isPending } = useMutation(
    trpc.signIn.confirmReregistration.mutationOptions({
      ...ownFailures,
      onSuccess: ({ expired }) => (expired ? onOpened() : undefined),
    }),
  )
  if (data?.expired === false) return <ExpiredLink contact={contact} isCut={false} />
  return (
    <>
      <PageHeading
        title={t`Vuoi tornare nel registro?`}
        lead={t`${centre} dice che lo hai chiesto. Se confermi, il centro ti registra di nuovo e scegli una password; poi decidi quali consensi dare. I dati che hai reso anonimi o cancellato non tornano.`}
      />
      <div className={classes.rejected}>
        {error !== null && <Notice status="error">{toRequestError(error).message}</Notice>}
        <Button size="lg" loading={isPending || data?.expired === true} onClick={() => mutate({ username: contact, password: secret })}>
          {t`Confermo, voglio tornare`}
        </Button>
        <p>{t`Se non lo hai chiesto, chiudi questa pagina: senza la tua conferma nessuno ti registra.`}</p>
      </div>
    </>
  )
}

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
