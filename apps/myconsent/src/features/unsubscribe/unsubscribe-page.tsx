import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useLinkCode } from '../../app/use-link-code.ts'
import classes from '../../app/content.module.css'

/**
 * Ends the newsletter for its recipient, with one button and without a session (REQ-COM-07). Opening the page changes nothing, because mail
 * scanners open links (THREAT-11).
 */
export const UnsubscribePage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const end = useMutation(trpc.newsletter.unsubscribe.mutationOptions(ownFailures))
  useLinkCode((code) => {
    end.reset()
    setSecret(code)
  })
  return (
    <>
      <PageHeading title={t`Newsletter`} lead={t`Qui smetti di ricevere la newsletter del registro, senza entrare.`} />
      <div className={classes.content}>
        {end.error && <Notice status="error">{describeFailure(end.error)}</Notice>}
        {end.data?.ended === true ? (
          <Notice status="yes" title={t`Non riceverai più la newsletter`}>
            {t`Se un giorno la vuoi di nuovo, chiedila in MyConsent. I tuoi consensi non sono cambiati.`}
          </Notice>
        ) : end.data?.ended === false ? (
          <Notice status="error" title={t`Il link non è valido`}>
            {t`Forse manca una parte dell’indirizzo. Apri di nuovo il link in fondo alla newsletter, oppure cambia la tua scelta in MyConsent.`}
          </Notice>
        ) : secret === undefined ? (
          <Notice status="info">{t`Apri il link in fondo alla newsletter che hai ricevuto: contiene ciò che serve.`}</Notice>
        ) : (
          <>
            <Button size="lg" loading={end.isPending} onClick={() => end.mutate({ secret })}>
              {t`Non voglio più la newsletter`}
            </Button>
            <p className={classes.note}>{t`Se vuoi continuare a riceverla, chiudi questa pagina: non succede nulla.`}</p>
          </>
        )}
      </div>
    </>
  )
}
