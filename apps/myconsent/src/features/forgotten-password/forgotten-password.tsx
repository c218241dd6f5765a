import { useLingui } from '@lingui/react/macro'
import { findContactError, isEmailContact } from '@registry/domain/access/contact'
import { rememberedName } from '@registry/ui/browser/remembered-name.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { ForgottenForm } from '@registry/app-shell/password/forgotten-form.tsx'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

/** Patients who forgot their password request a link (REQ-ACC-12). `contact` is the contact of an expired link. */
export const ForgottenPassword = ({ contact }: { readonly contact?: string | undefined }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const request = useMutation(trpc.signIn.forgottenByPatient.mutationOptions(ownFailures))
  const isMail = isEmailContact(request.variables?.username ?? '')
  return (
    <>
      <PageHeading
        title={t`Password dimenticata`}
        lead={t`Ti mandiamo un link con cui scegli una nuova password. Serve l’indirizzo e-mail o il numero di cellulare con cui entri.`}
      />
      <ForgottenForm
        label={t`E-mail o numero di cellulare`}
        initial={contact ?? rememberedName()}
        size="lg"
        button={t`Invia il link`}
        check={(username) => {
          const detail = findContactError(username)
          return detail && formatError(detail)
        }}
        send={(username) => request.mutateAsync({ username })}
        sent={{
          title: isMail ? t`Controlla la tua posta` : t`Controlla i tuoi SMS`,
          text: isMail
            ? t`Se l’indirizzo è registrato, ti abbiamo mandato un link per e-mail: vale 30 minuti e una volta sola.`
            : t`Se il numero è registrato, ti abbiamo mandato un link per SMS: vale 30 minuti e una volta sola.`,
          ifNothingComes: isMail
            ? t`Non arriva nulla? Guarda anche nella posta indesiderata e controlla di aver scritto bene.`
            : t`Non arriva nulla? Controlla di aver scritto bene il numero, poi chiedi di nuovo.`,
        }}
      >
        <RouteLink href="/loginp">{t`Torna all’accesso`}</RouteLink>
      </ForgottenForm>
    </>
  )
}
