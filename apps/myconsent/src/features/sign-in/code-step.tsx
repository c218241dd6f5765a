import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useEffect, useRef } from 'react'
import classes from './sign-in.module.css'

type Props = {
  readonly sent: CodeSent
  readonly contact: string
  readonly isPasswordNew: boolean
  readonly field: { readonly id: string; readonly name: string; readonly error: string | undefined }
  readonly code: string
  readonly codeLength: number
  readonly onCode: (code: string) => void
  readonly isSigningIn: boolean
  readonly isRequesting: boolean
  readonly waitSeconds: number
  readonly onRequestAgain: () => void
  readonly onStartAgain: () => void
}

/** The second step: the code that was sent (REQ-ACC-03). */
export const CodeStep = (props: Props) => {
  const {
    sent,
    contact,
    isPasswordNew,
    field,
    code,
    codeLength,
    onCode,
    isSigningIn,
    isRequesting,
    waitSeconds,
    onRequestAgain,
    onStartAgain,
  } = props
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [sent])
  const minutes = sent.validMinutes
  const isMail = sent.channel === 'mail'
  return (
    <>
      {isPasswordNew && <Notice status="yes">{t`Password modificata`}</Notice>}
      <p className={classes.sent}>
        {isMail ? (
          <Trans>
            Ti abbiamo mandato un codice per e-mail a <strong>{contact}</strong>.
          </Trans>
        ) : (
          <Trans>
            Ti abbiamo mandato un codice per SMS a <strong>{contact}</strong>.
          </Trans>
        )}
      </p>
      <TextInput
        {...field}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
        ref={input}
        label={t`Codice`}
        description={t`Sono ${codeLength} cifre. Il codice vale ${minutes} minuti: non dirlo a nessuno.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="lg"
        classNames={{ input: classes.codeInput ?? '' }}
      />
      <div className={classes.enter}>
        <Button type="submit" size="lg" fullWidth loading={isSigningIn}>
          {t`Accedi`}
        </Button>
      </div>
      <section className={classes.help} aria-labelledby="no-code">
        <h2 id="no-code" className={classes.helpTitle}>{t`Non arriva nulla?`}</h2>
        <ul className={classes.helpList}>
          <li>
            {isMail
              ? t`Aspetta un minuto e guarda anche nella posta indesiderata.`
              : t`Aspetta un minuto e controlla che il telefono abbia campo.`}
          </li>
          <li>{t`Se hai cambiato indirizzo o numero, chiedi al tuo centro.`}</li>
        </ul>
        <Button variant="default" size="lg" fullWidth loading={isRequesting} disabled={waitSeconds > 0} onClick={onRequestAgain}>
          {t`Richiedi di nuovo`}
          {waitSeconds > 0 && ` (${waitSeconds} s)`}
        </Button>
        <Button variant="default" size="lg" fullWidth onClick={onStartAgain}>
          {t`Cambia recapito`}
        </Button>
        <RouteLink href="/forgot_password_patient" className={classes.forgotten ?? ''}>
          {t`Password dimenticata?`}
        </RouteLink>
      </section>
    </>
  )
}
