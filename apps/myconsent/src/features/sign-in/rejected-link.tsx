import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toRequestError } from '@registry/ui/request-error.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { PatientSignIn } from './patient-sign-in.tsx'
import classes from './sign-in.module.css'

/** A used or expired link: a notice with the alternatives, then the sign-in form. */
export const ExpiredLink = ({ contact, isCut }: { readonly contact: string; readonly isCut: boolean }) => (
  <PatientSignIn contact={contact}>
    <div className={classes.notice}>
      <Notice status="warning">
        {isCut ? (
          <Trans>
            Il link non è intero: manca la fine. Aprilo dal messaggio, oppure copialo tutto fino all’ultimo carattere. Altrimenti{' '}
            <RouteLink href="/forgot_password_patient">chiedi un nuovo link</RouteLink>.
          </Trans>
        ) : (
          <Trans>
            Il link non è più valido: può essere usato una volta sola e per poco tempo. Accedi con la tua password, oppure{' '}
            <RouteLink href="/forgot_password_patient">chiedi un nuovo link</RouteLink>.
          </Trans>
        )}
      </Notice>
    </div>
  </PatientSignIn>
)

type Props = { readonly error: unknown; readonly onLeave: () => Promise<void>; readonly onStay: () => Promise<void> }

/** A link that the server rejected in this session, or that failed. Nothing has changed. */
export const RejectedLink = ({ error, onLeave, onStay }: Props) => {
  const { t } = useLingui()
  const { code, message } = toRequestError(error)
  const titles: Readonly<Record<string, string>> = {
    link_of_another: t`Questo link è di un’altra persona`,
    link_of_other_centre: t`Un altro centro ti ha invitato`,
  }
  const title = code === undefined ? undefined : titles[code]
  return (
    <>
      <PageHeading title={title ?? t`Il link non si è aperto`} />
      <div className={classes.rejected}>
        <Notice status="error">{message}</Notice>
        {title !== undefined ? (
          <>
            <Button size="lg" onClick={() => void onStay()}>
              {t`Resta nel tuo accesso`}
            </Button>
            <Button size="lg" variant="default" onClick={() => void onLeave()}>
              {t`Esci e apri il link`}
            </Button>
          </>
        ) : (
          <Button size="lg" component="a" href="/loginp">
            {t`Vai all’accesso`}
          </Button>
        )}
      </div>
    </>
  )
}
