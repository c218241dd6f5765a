import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { maxReceiptBytes, type ReceiptCheck } from '@registry/api-contract/receipts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeInput } from '../../app/code-input.tsx'
import { trpc } from '../../app/shell.ts'
import { useLinkCode } from '../../app/use-link-code.ts'
import classes from './receipt-check.module.css'

type CheckedBy = 'code' | 'file'
type ValidCheck = Extract<ReceiptCheck, { valid: true }>
type Props = { readonly by: CheckedBy; readonly check: ReceiptCheck }

/** The result of a check: day, version and state, but no answer (REQ-CON-16). */
const CheckResult = ({ by, check }: Props) => {
  const { t } = useLingui()
  if (check.valid) return <ValidReceipt check={check} />
  return by === 'code' ? (
    <Notice status="error" title={t`Nessuna ricevuta valida ha questo codice`}>
      {t`Controlla di averlo scritto bene. Se hai il file, scegli il file: la verifica funziona anche quando il registro non conserva più la ricevuta.`}
    </Notice>
  ) : (
    <Notice status="error" title={t`Il file non è una ricevuta valida`}>
      {t`Non è una ricevuta di questo registro, oppure qualcosa nel file è cambiato. Scegli il file così come lo hai scaricato o ricevuto.`}
    </Notice>
  )
}

const ValidReceipt = ({ check: { at, version, state } }: { readonly check: ValidCheck }) => {
  const { t } = useLingui()
  const states = {
    newest: t`Sono le risposte più recenti di questa persona.`,
    replaced: t`Dopo, questa persona ha dato altre risposte: queste non sono più le più recenti.`,
    withdrawn: t`Dopo, questa persona si è ritirata dal registro.`,
    not_kept: t`Il registro non conserva più questa ricevuta.`,
  } as const satisfies Record<ValidCheck['state'], string>
  const rows = [
    [t`Risposte date il`, showMoment(at)],
    [t`Testo dei consensi`, t`versione ${version}`],
  ] as const
  return (
    <Notice status="yes" title={t`La ricevuta è valida`}>
      {t`Il registro l’ha firmata e nessuno l’ha cambiata.`}
      <FactList facts={rows} className={classes.details} />
      {states[state]}
    </Notice>
  )
}

type Outcome = { readonly by: CheckedBy; readonly check: ReceiptCheck } | { readonly error: string }

/** Reads a file as Base64. @throws DOMException for a file that cannot be read */
const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })

/** Checks a receipt by its code or file, for anyone (REQ-CON-16). */
export const ReceiptCheckPage = () => {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<Outcome>()
  const checkCode = useMutation(trpc.receipts.checkCode.mutationOptions(ownFailures))
  const checkFile = useMutation(trpc.receipts.checkFile.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' ? t`Scrivi il codice della ricevuta` : undefined }),
  })

  const show = async (by: CheckedBy, check: () => Promise<ReceiptCheck>): Promise<void> => {
    setOutcome(undefined)
    try {
      setOutcome({ by, check: await check() })
    } catch (error) {
      setOutcome({ error: describeFailure(error) })
    }
  }
  const submitCode = (code: string): Promise<void> => show('code', () => checkCode.mutateAsync({ code }))
  const submitFile = async (file: File): Promise<void> => {
    if (file.size > maxReceiptBytes) {
      setOutcome({ error: t`Il file è troppo grande per una ricevuta: il limite è 180 KB. Scegli il file della ricevuta.` })
      return
    }
    await show('file', async () => checkFile.mutateAsync({ file: await withChosenFile(file, () => readBase64(file)) }))
  }

  useLinkCode((code) => {
    form.setValues({ code })
    void submitCode(code)
  })

  return (
    <>
      <PageHeading
        title={t`Verifica una ricevuta`}
        lead={t`Qui controlli se una ricevuta dei consensi è del registro e se qualcuno l’ha cambiata. La pagina non mostra le risposte.`}
      />
      <ErrorSummary errors={form.errors} />
      {outcome && ('error' in outcome ? <Notice status="error">{outcome.error}</Notice> : <CheckResult {...outcome} />)}
      <h2 className={classes.title}>{t`Con il codice`}</h2>
      <Form label={t`Con il codice`} onSubmit={form.onSubmit(({ code }) => submitCode(code))}>
        <CodeInput
          {...form.getInputProps('code')}
          label={t`Codice della ricevuta`}
          description={t`Sette gruppi di quattro lettere o cifre, scritti sulla ricevuta.`}
          onChange={(code) => form.setFieldValue('code', code)}
        />
        <Button type="submit" size="lg" loading={checkCode.isPending}>
          {t`Verifica il codice`}
        </Button>
      </Form>
      <h2 className={classes.title}>{t`Con il file`}</h2>
      <p
        className={classes.text}
      >{t`Scegli il file PDF o JSON così come lo hai scaricato o ricevuto. Il registro lo legge e non lo conserva.`}</p>
      <FileChoice
        accept="application/pdf,application/json,.pdf,.json"
        size="lg"
        loading={checkFile.isPending}
        onChoose={(file) => void submitFile(file)}
      >
        {t`Scegli il file`}
      </FileChoice>
    </>
  )
}
