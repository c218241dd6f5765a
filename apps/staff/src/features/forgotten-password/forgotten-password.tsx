import { useLingui } from '@lingui/react/macro'
import { rememberedName } from '@registry/ui/browser/remembered-name.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { ForgottenForm } from '@registry/app-shell/password/forgotten-form.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Staff who forgot their password request a temporary one (REQ-ACC-11). */
export const ForgottenPassword = () => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const request = useMutation(trpc.signIn.forgottenByStaff.mutationOptions(ownFailures))
  return (
    <>
      <PageHeading
        title={t`Password dimenticata`}
        lead={t`Ti mandiamo per e-mail una password temporanea. Al primo accesso ne scegli subito una nuova.`}
      />
      <ForgottenForm
        label={t`E-mail`}
        initial={rememberedName()}
        size="md"
        button={t`Invia la password temporanea`}
        check={(username) => (username === '' ? formatError('username_required') : undefined)}
        send={(username) => request.mutateAsync({ username })}
        sent={{
          title: t`Controlla la tua posta`,
          text: t`Se l’indirizzo è registrato, ti abbiamo inviato una nuova password temporanea: vale 60 minuti e per un solo accesso. Finché non la usi, la vecchia resta valida.`,
          ifNothingComes: t`Non arriva nulla? Guarda anche nella posta indesiderata e controlla di aver scritto bene.`,
        }}
      >
        <RouteLink href="/login">{t`Torna all’accesso`}</RouteLink>
      </ForgottenForm>
    </>
  )
}
