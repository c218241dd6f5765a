import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Withdrawal, Withdrawn } from '@registry/api-contract/consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { type ConsentParagraph, listQuestions } from '@registry/domain/consent/questions'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PasswordField } from '@registry/ui/forms/password-field.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CentreTelephone } from '../../app/centre-telephone.tsx'
import { trpc } from '../../app/shell.ts'
import { RecordFiles } from '../../my-record/record-files.tsx'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { consentQueries } from './queries.ts'
import { WithdrawalPapers } from './withdrawal-papers.tsx'

type Choice = Withdrawal['choice']
type ChoiceTexts = { readonly choice: Choice; readonly name: string; readonly texts: readonly string[] }

const choices: readonly Choice[] = ['v1', 'v2', 'v3']

/** The paragraphs under each heading of a document. */
const groupByHeading = (paragraphs: readonly ConsentParagraph[]): ReadonlyMap<string, readonly string[]> => {
  const sections = new Map<string, string[]>()
  let texts: string[] = []
  for (const paragraph of paragraphs) {
    if (paragraph.type === 'title') {
      texts = []
      sections.set(paragraph.text, texts)
    } else if (paragraph.type === 'text') texts.push(paragraph.text)
  }
  return sections
}

/** Reads the withdrawal document: its options are v1 to v3, each explained under the heading of its name (REQ-CON-06). */
const parseWithdrawalDocument = (paragraphs: readonly ConsentParagraph[]) => {
  const sections = groupByHeading(paragraphs)
  const [question] = listQuestions(paragraphs)
  const options = question?.options ?? []
  return {
    question: question?.text ?? '',
    choices: choices.flatMap((choice, index): ChoiceTexts[] => {
      const name = options[index]
      return name === undefined ? [] : [{ choice, name, texts: sections.get(name) ?? [] }]
    }),
    /** The sections that apply to every choice. */
    consequences: [...sections].filter(([title]) => !options.includes(title)).map(([title, texts]) => ({ title, texts })),
  }
}

type Values = { readonly choice: Choice | undefined; readonly password: string }

/** v2 and v3 cannot be undone, so the server always requires the password (REQ-ACC-21). */
const alwaysRequirePassword: readonly (Choice | undefined)[] = ['v2', 'v3']

/** The withdrawal: three choices, the password when the server requires it, then the end of the session (REQ-CON-06, REQ-CON-10). */
export const WithdrawalView = ({ onBack }: { readonly onBack: () => void }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: document } = useSuspenseQuery(consentQueries.withdrawalChoices())
  const { question, choices, consequences } = parseWithdrawalDocument(document.paragraphs)
  const [confirmed, setConfirmed] = useState<Choice>()
  const [serverAsksPassword, setServerAsksPassword] = useState(false)
  const form = useForm<Values>({
    initialValues: { choice: undefined, password: '' },
    validate: ({ choice, password }) => ({
      ...(choice === undefined && { choice: formatError('withdrawal_choice_required') }),
      ...((serverAsksPassword || alwaysRequirePassword.includes(choice)) &&
        password === '' && { password: formatError('password_required') }),
    }),
  })
  const withdraw = useMutation(trpc.consents.withdraw.mutationOptions(ownFailures))

  const confirm = async (chosen: Choice): Promise<boolean> => {
    const shown = choices.find((option) => option.choice === chosen)
    const agreed = await askConfirmation({
      title: shown?.name ?? '',
      text: shown?.texts.join('\n\n') ?? '',
      confirm: t`Mi ritiro dal registro`,
      destructive: true,
    })
    if (agreed) setConfirmed(chosen)
    return agreed
  }
  const send = async (chosen: Choice, password: string): Promise<void> => {
    let withdrawn: Withdrawn
    try {
      const { version, hash } = document
      withdrawn = await withdraw.mutateAsync({ choice: chosen, shown: { version, hash }, ...(password !== '' && { password }) })
    } catch (error) {
      const { code, fields } = toRequestError(error)
      if (code === 'consent_text_changed') {
        setConfirmed(undefined)
        await queryClient.invalidateQueries({ queryKey: trpc.consents.withdrawalChoices.queryKey() })
      }
      form.setFieldValue('password', '')
      if (fields['password'] !== undefined) setServerAsksPassword(true)
      form.setErrors(toFormErrors(error))
      return
    }
    const { deletionCode } = withdrawn
    await navigate({ to: '/logout', replace: true })
    const done = t`Abbiamo registrato il tuo ritiro. Te ne mandiamo una conferma. Da ora non puoi più entrare in MyConsent.`
    const deletionRequests =
      deletionCode !== null &&
      t`Alcuni file esportati contenevano i tuoi dati. Con il codice ${deletionCode} vedi quanti destinatari li hanno cancellati, nella pagina «Stato del ritiro». Conservalo: è anche nella conferma, ma non possiamo mandartelo di nuovo.`
    await showAlert([done, deletionRequests].filter(Boolean).join('\n\n'), t`Ritiro`, <WithdrawalPapers {...withdrawn} />)
    if (deletionCode !== null) await navigate({ to: '/stato_ritiro', hash: deletionCode })
  }
  /** A confirmed choice stays confirmed while the server asks for the password. */
  const submit = form.onSubmit(async ({ choice, password }) => {
    if (choice && (confirmed === choice || (await confirm(choice)))) await send(choice, password)
  })

  const { id, name, error } = form.field('choice')
  const asksPassword = serverAsksPassword || alwaysRequirePassword.includes(form.values.choice)
  return (
    <>
      <PageHeading
        title={t`Ritiro dal registro`}
        lead={t`Puoi lasciare il registro quando vuoi, senza dire perché. Prima, se hai un dubbio, parlane con il tuo centro.`}
      />
      <CentreTelephone />
      <section aria-label={t`Una copia per te`}>
        <h2 className={questions.title}>{t`Una copia per te`}</h2>
        <p>{t`Dopo il ritiro non entri più in MyConsent. Se vuoi tenere i tuoi dati, scaricali adesso.`}</p>
        <details className={classes.folded}>
          <summary>{t`Scarica una copia della cartella`}</summary>
          <RecordFiles />
        </details>
      </section>
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        <OptionGroup id={id} legend={question} error={error} columns={1}>
          {(describedBy) =>
            choices.map((option, index) => (
              <Option
                key={option.choice}
                id={index === 0 ? id : undefined}
                name={name}
                checked={option.choice === form.values.choice}
                describedBy={describedBy}
                onChoose={() => form.setFieldValue('choice', option.choice)}
              >
                <strong className={classes.choiceName}>{option.name}</strong>
                {option.texts.map((text, paragraph) => (
                  <span key={text} className={paragraph === 0 ? classes.choiceText : classes.irreversible}>
                    {text}
                  </span>
                ))}
              </Option>
            ))
          }
        </OptionGroup>
        {consequences.map(({ title, texts }) => (
          <section key={title} aria-label={title}>
            <h2 className={questions.title}>{title}</h2>
            <ul className={classes.consequences}>
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
        {asksPassword && (
          <PasswordField
            {...form.getInputProps('password')}
            label={t`La tua password`}
            description={t`La chiediamo per essere sicuri che sia tu.`}
            autoComplete="current-password"
            size="lg"
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" size="lg" color="red" loading={withdraw.isPending}>
            {t`Conferma il ritiro`}
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </div>
      </Form>
    </>
  )
}
