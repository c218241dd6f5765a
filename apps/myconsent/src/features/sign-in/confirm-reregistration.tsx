import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { ExpiredLink } from './rejected-link.tsx'
import classes from './sign-in.module.css'

type Props = { readonly centre: string; readonly contact: string; readonly secret: string; readonly onOpened: () => Promise<void> }

/** Asks a withdrawn person to confirm the return that the centre requested. Nothing is registered before (REQ-PAT-06). */
export const ConfirmReregistration = ({ centre, contact, secret, onOpened }: Props) => {
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
