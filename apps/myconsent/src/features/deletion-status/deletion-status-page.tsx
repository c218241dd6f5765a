import { Button, Stack } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DeletionCheck } from '@registry/api-contract/deletion-status'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatDay } from '@registry/domain/calendar'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { CodeInput } from '../../app/code-input.tsx'
import { trpc } from '../../app/shell.ts'
import { useLinkCode } from '../../app/use-link-code.ts'
import classes from './deletion-status.module.css'

/** Shows who has the code of a withdrawal when each recipient confirmed the deletion of the files, for anyone (REQ-CON-17). */
export const DeletionStatusPage = () => {
  const { t } = useLingui()
  const check = useMutation(trpc.deletionStatus.check.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' ? t`Scrivi il codice del ritiro` : undefined }),
  })
  useLinkCode((code) => {
    form.setValues({ code })
    check.mutate({ code })
  })
  return (
    <>
      <PageHeading
        title={t`Stato del ritiro`}
        lead={t`Qui vedi quanti destinatari hanno cancellato i file esportati con i tuoi dati. La pagina non dice chi sei.`}
      />
      <ErrorSummary errors={form.errors} />
      <Stack gap="lg">
        {check.error && <Notice status="error">{describeFailure(check.error)}</Notice>}
        {check.data && <Status check={check.data} />}
        <Form label={t`Stato del ritiro`} onSubmit={form.onSubmit(({ code }) => check.mutate({ code }))}>
          <CodeInput
            {...form.getInputProps('code')}
            label={t`Codice del ritiro`}
            description={t`Sette gruppi di quattro lettere o cifre, che hai letto dopo il ritiro.`}
            onChange={(code) => form.setFieldValue('code', code)}
          />
          <Button type="submit" size="lg" loading={check.isPending}>
            {t`Mostra lo stato`}
          </Button>
        </Form>
      </Stack>
    </>
  )
}

const Status = ({ check }: { readonly check: DeletionCheck }) => {
  const { t } = useLingui()
  if (!check.found) return <Notice status="error" title={t`Nessun ritiro ha questo codice`}>{t`Controlla di averlo scritto bene.`}</Notice>
  const { recipients } = check
  const confirmed = recipients.filter(({ confirmedOn }) => confirmedOn !== null).length
  const lastDay = formatDay(check.lastDay)
  const isDone = confirmed === recipients.length
  return (
    <Notice
      status={isDone ? 'yes' : 'waiting'}
      title={t`${plural(recipients.length, {
        one: `${confirmed} di # destinatario ha confermato`,
        other: `${confirmed} di # destinatari hanno confermato`,
      })}`}
    >
      {isDone
        ? t`Tutti hanno cancellato i file esportati che contenevano i tuoi dati.`
        : t`Abbiamo chiesto a tutti di cancellare i file. Torna qui con lo stesso codice.`}{' '}
      {t`Il codice funziona fino al ${lastDay}.`}
      <ol className={classes.recipients}>
        {recipients.map(({ dueOn, confirmedOn }, position) => (
          // The recipients have no names, so their place in the list is their key.
          <li key={position}>
            {confirmedOn === null ? t`Deve confermare entro il ${formatDay(dueOn)}` : t`Ha confermato il ${formatDay(confirmedOn)}`}
          </li>
        ))}
      </ol>
    </Notice>
  )
}
