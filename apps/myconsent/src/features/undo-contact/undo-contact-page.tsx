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
 * Undoes a change of the sign-in contact without a session (REQ-PAT-20). The link was sent to the previous contact. Opening the page
 * changes nothing, because mail scanners open links (THREAT-11).
 */
export const UndoContactPage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const undo = useMutation(trpc.personalData.undoContactChange.mutationOptions(ownFailures))
  useLinkCode((code) => {
    undo.reset()
    setSecret(code)
  })
  return (
    <>
      <PageHeading
        title={t`Annulla il cambio di recapito`}
        lead={t`Il recapito con cui entri in MyConsent è cambiato, o il tuo centro lo ha corretto. Se non lo hai chiesto tu, qui resta o torna quello di prima.`}
      />
      <div className={classes.content}>
        {undo.error && <Notice status="error">{describeFailure(undo.error)}</Notice>}
        {undo.data?.undone === true ? (
          <Undone byCentre={undo.data.byCentre} />
        ) : undo.data?.undone === false ? (
          <Notice status="error" title={t`Il link non è più valido`}>
            {t`Funziona una volta sola e per 7 giorni. Avvisa subito il tuo centro.`}
          </Notice>
        ) : secret === undefined ? (
          <Notice status="info">{t`Apri il link del messaggio che ti abbiamo mandato: contiene ciò che serve.`}</Notice>
        ) : (
          <>
            <ul className={classes.list}>
              <li>{t`Entri di nuovo con il recapito a cui hai ricevuto il messaggio, e con quello nuovo nessuno entra più.`}</li>
              <li>{t`Ogni accesso aperto finisce, su tutti i dispositivi, se il recapito era già cambiato.`}</li>
              <li>{t`Il tuo centro riceve un avviso.`}</li>
            </ul>
            <Button size="lg" loading={undo.isPending} onClick={() => undo.mutate({ secret })}>
              {t`Annulla il cambio`}
            </Button>
            <p className={classes.note}>{t`Se il cambio lo hai chiesto tu, chiudi questa pagina: non succede nulla.`}</p>
          </>
        )}
      </div>
    </>
  )
}

/** The sessions have ended, so the next page loads anew. */
const Undone = ({ byCentre }: { readonly byCentre: boolean }) => {
  const { t } = useLingui()
  if (byCentre)
    return (
      <Notice status="yes" title={t`Vale il recapito di prima`}>
        {t`La correzione del tuo centro è annullata. Il centro riceve un avviso: parlane con il centro, se il recapito è da correggere.`}
      </Notice>
    )
  return (
    <>
      <Notice status="yes" title={t`Il recapito di prima è tornato`}>
        {t`Chi ha fatto il cambio conosce la tua password: scegline subito un’altra. Ti mandiamo un link al recapito di prima.`}
      </Notice>
      <Button size="lg" component="a" href="/forgot_password_patient">
        {t`Scegli un’altra password`}
      </Button>
    </>
  )
}
