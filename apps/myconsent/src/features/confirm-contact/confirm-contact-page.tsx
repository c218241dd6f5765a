import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { CodeConfirmation } from '../../app/code-confirmation.tsx'
import { api } from '../../app/shell.ts'
import { useLinkCode } from '../../app/use-link-code.ts'
import classes from '../../app/content.module.css'

/**
 * Confirms a sign-in contact that the centre corrected, for the person who received the link there, without a session (REQ-PAT-24). Opening the page sends
 * nothing, because mail scanners open links (THREAT-11).
 */
export const ConfirmContactPage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const [confirmed, setConfirmed] = useState<boolean>()
  useLinkCode((code) => {
    setConfirmed(undefined)
    setSecret(code)
  })
  return (
    <>
      <PageHeading
        title={t`Conferma il nuovo recapito`}
        lead={t`Il tuo centro ha corretto il recapito con cui entri in MyConsent. Finché non lo confermi vale quello di prima.`}
      />
      <div className={classes.content}>
        {confirmed === true ? (
          <Confirmed />
        ) : confirmed === false ? (
          <Notice status="error" title={t`Il link non è più valido`}>
            {t`Funziona una volta sola e per 7 giorni, e finisce se il recapito è stato annullato o corretto di nuovo. Chiedi al tuo centro.`}
          </Notice>
        ) : secret === undefined ? (
          <Notice status="info">{t`Apri il link del messaggio che ti abbiamo mandato: contiene ciò che serve.`}</Notice>
        ) : (
          <>
            <CodeConfirmation
              key={secret}
              onSend={async () => {
                const { codeSent } = await api.personalData.sendCorrectionCode.mutate({ secret })
                if (codeSent === null) setConfirmed(false)
                return codeSent ?? undefined
              }}
              describe={({ channel, validMinutes: minutes }) =>
                channel === 'mail'
                  ? t`Sono ${codeDigits} cifre, mandate per e-mail al nuovo recapito. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
                  : t`Sono ${codeDigits} cifre, mandate per SMS al nuovo recapito. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
              }
              submitLabel={t`Conferma`}
              onCode={async (otp) => setConfirmed((await api.personalData.confirmCorrection.mutate({ secret, otp })).confirmed)}
            />
            <p className={classes.note}>{t`Se non conosci il centro che ti ha scritto, chiudi questa pagina: non succede nulla.`}</p>
          </>
        )}
      </div>
    </>
  )
}

const Confirmed = () => {
  const { t } = useLingui()
  return (
    <>
      <Notice status="yes" title={t`Il nuovo recapito è confermato`}>
        {t`Da ora entri in MyConsent con questo recapito e con la tua password.`}
      </Notice>
      <Button size="lg" component="a" href="/loginp">
        {t`Entra`}
      </Button>
    </>
  )
}
