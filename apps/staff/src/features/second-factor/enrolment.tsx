import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SecondFactorEnrolment } from '@registry/api-contract/second-factor'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { parseAppCode } from '@registry/domain/access/second-factor'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import classes from './second-factor.module.css'

type Props = { readonly onDone: (recoveryCodes: readonly string[]) => void; readonly onCancel: () => void }

/** Shows the secret as QR code and text, and checks the first code of the app (REQ-ACC-01). */
export const Enrolment = ({ onDone, onCancel }: Props) => {
  const { dialog, withReauthentication } = useReauthentication()
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment>()
  const begin = useMutation(trpc.secondFactor.begin.mutationOptions(ownFailures))
  const begun = useRef(false)
  const start = async (): Promise<void> => {
    const started = await withReauthentication((reauthentication) => begin.mutateAsync(reauthentication)).catch(
      (error: unknown) => void showAlert(toRequestError(error).message),
    )
    if (started) setEnrolment(started)
    else onCancel()
  }
  // React runs effects twice in development: one visit creates one secret.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void start()
  })
  return (
    <>
      {enrolment ? (
        <Confirmation enrolment={enrolment} onDone={onDone} onCancel={onCancel} onAgain={() => void start()} />
      ) : (
        <LinesSkeleton lines={8} />
      )}
      {dialog}
    </>
  )
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

const CopyKey = ({ secret }: { readonly secret: string }) => {
  const { t } = useLingui()
  const [copied, setCopied] = useState<string>()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    setCopied(secret)
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={() => void copy()}>
      {copied === secret ? t`Chiave copiata` : t`Copia la chiave`}
    </Button>
  )
}

type ConfirmationProps = Props & { readonly enrolment: SecondFactorEnrolment; readonly onAgain: () => void }

const Confirmation = ({ enrolment, onDone, onCancel, onAgain }: ConfirmationProps) => {
  const { t } = useLingui()
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => (parseAppCode(otp) === undefined ? { otp: t`Scrivi le 6 cifre che mostra l’app` } : {}),
  })
  const confirm = useMutation(
    trpc.secondFactor.confirm.mutationOptions({
      ...ownFailures,
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => {
        form.setFieldValue('otp', '')
        form.setErrors(toFormErrors(error))
        if (toRequestError(error).code === 'second_factor_enrolment_expired') onAgain()
      },
    }),
  )
  const minutes = enrolment.validMinutes
  return (
    <>
      <ErrorSummary errors={form.errors} />
      <ol className={classes.steps}>
        <li>
          <h2 className={classes.title}>{t`Inquadra il codice con l’app`}</h2>
          <div className={classes.code}>
            <QRCodeSVG
              value={enrolment.address}
              size={208}
              level="M"
              marginSize={4}
              bgColor="#ffffff"
              fgColor="#000000"
              title={t`Codice QR per l’app di autenticazione`}
            />
          </div>
          <p>
            <Trans>Se non puoi inquadrarlo, scrivi nell’app questa chiave:</Trans>
          </p>
          <p className={classes.secret} data-testid="secret">
            {inGroups(enrolment.secret)}
          </p>
          <CopyKey secret={enrolment.secret} />
          <p className={classes.quiet}>
            <Trans>Codice e chiave valgono {minutes} minuti e sono solo tuoi: non mostrarli a nessuno.</Trans>
          </p>
        </li>
        <li>
          <h2 className={classes.title}>{t`Scrivi il codice che mostra l’app`}</h2>
          <Form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
            <TextInput
              {...form.getInputProps('otp')}
              label={t`Codice dell’app`}
              description={t`Sono 6 cifre.`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              size="md"
              className={classes.short ?? ''}
            />
            <div className={layout.tightButtons}>
              <Button type="submit" size="md" loading={confirm.isPending}>
                {t`Conferma`}
              </Button>
              <Button variant="default" size="md" onClick={onCancel}>
                {t`Annulla`}
              </Button>
            </div>
          </Form>
        </li>
      </ol>
    </>
  )
}
