import { Button, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ErrorSummary, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import classes from './consents.module.css'
import { Option, OptionGroup } from './options.tsx'
import { consentQueries } from './queries.ts'
import { type Choice, readWithdrawalTexts } from './withdrawal-choices.ts'

/** The withdrawal: three choices, the password when the server requires it, then the end of the session (REQ-CON-06, REQ-CON-10). */
export const WithdrawalView = ({ onBack }: { readonly onBack: () => void }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: document } = useSuspenseQuery(consentQueries.withdrawalChoices())
  const { question, choices, consequences } = readWithdrawalTexts(document.points)
  const form = useFieldErrors<'choice' | 'password'>()
  const [choice, setChoice] = useState<Choice>()
  const [confirmed, setConfirmed] = useState<Choice>()
  const [password, setPassword] = useState('')
  const [asksPassword, setAsksPassword] = useState(false)
  const withdraw = useMutation(trpc.consents.withdraw.mutationOptions({ meta: { ownFailures: true } }))

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
  const send = async (chosen: Choice): Promise<void> => {
    try {
      const { version, hash } = document
      await withdraw.mutateAsync({ choice: chosen, shown: { version, hash }, ...(password !== '' && { password }) })
    } catch (error) {
      const { code, message, fields } = toRequestError(error)
      if (code === 'consent_text_changed') {
        setConfirmed(undefined)
        await queryClient.invalidateQueries({ queryKey: trpc.consents.withdrawalChoices.queryKey() })
      }
      setPassword('')
      if (fields['password'] !== undefined) setAsksPassword(true)
      form.setErrors(Object.keys(fields).length > 0 ? fields : { form: message })
      return
    }
    await navigate({ to: '/logout', replace: true })
    await showAlert(t`Abbiamo registrato il tuo ritiro. Te ne mandiamo una conferma. Da ora non puoi più entrare in MyConsent.`, t`Ritiro`)
  }
  /** A confirmed choice stays confirmed while the server asks for the password. */
  const submit = async (): Promise<void> => {
    if (!choice) return void form.setErrors({ choice: formatError('withdrawal_choice_required') })
    if (asksPassword && password === '') return void form.setErrors({ password: formatError('password_required') })
    form.clearErrors()
    if (confirmed === choice || (await confirm(choice))) await send(choice)
  }

  const { id, name, error } = form.field('choice')
  return (
    <>
      <PageHeading
        title={t`Ritiro dal registro`}
        lead={t`Puoi lasciare il registro quando vuoi, senza dire perché. Prima, se hai un dubbio, parlane con il tuo centro.`}
      />
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={() => void submit()}>
        <OptionGroup id={id} legend={question} error={error} columns={1}>
          {(errorId) =>
            choices.map((option, index) => (
              <Option
                key={option.choice}
                id={index === 0 ? id : undefined}
                name={name}
                checked={option.choice === choice}
                errorId={errorId}
                onChoose={() => setChoice(option.choice)}
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
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.consequences}>
              {texts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
        {asksPassword && (
          <PasswordInput
            {...form.field('password')}
            label={t`La tua password`}
            description={t`La chiediamo per essere sicuri che sia tu.`}
            autoComplete="current-password"
            size="lg"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
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
