import { Button, Radio, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { DeskConsents } from '@registry/api-contract/desk-consents'
import type { CodeSent } from '@registry/api-contract/sign-in'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { readCodeField } from '@registry/domain/access/one-time-code'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { findAnswerErrors, findPreliminaryError } from '@registry/domain/consent/answers'
import type { Answers } from '@registry/domain/consent/questions'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage, useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import { useLinkCode } from '../../../app/use-link-code.ts'
import classes from '../../../app/content.module.css'
import { ConsentQuestions } from '../consent-questions.tsx'

/**
 * The consents of one patient on a device of the centre, without a session (REQ-CON-33). Nothing is kept on the device: the answers are in
 * memory, and the page forgets them when they are sent, and when the link ends (THREAT-72).
 */
export const DeskPage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const [state, setState] = useState<'answering' | 'given' | 'ended'>('answering')
  const open = useMutation(trpc.deskConsents.open.mutationOptions(ownFailures))
  useLinkCode((code) => {
    setSecret(code)
    setState('answering')
  })
  const { language } = useLanguage()
  const { mutate } = open
  // The answers belong to the texts in the language shown, so another language starts again.
  useEffect(() => {
    if (secret !== undefined) mutate({ secret })
  }, [secret, language, mutate])
  const forget = (next: 'given' | 'ended'): void => {
    open.reset()
    setSecret(undefined)
    setState(next)
  }
  return (
    <>
      <PageHeading title={t`Consenso in ambulatorio`} />
      <div className={classes.content}>
        {state === 'given' ? (
          <Notice
            status="yes"
            title={t`Le risposte sono registrate`}
          >{t`Restituisci il dispositivo. La ricevuta arriva al recapito, se il paziente ne ha uno.`}</Notice>
        ) : state === 'ended' ? (
          <Notice
            status="error"
            title={t`Il tempo è finito`}
          >{t`Le risposte non sono state registrate. Chiedi al centro di ricominciare.`}</Notice>
        ) : secret === undefined ? (
          <Notice status="waiting">{t`Questa pagina si apre con il link che prepara il centro.`}</Notice>
        ) : open.error ? (
          <Notice status="error">{describeFailure(open.error)}</Notice>
        ) : open.data ? (
          <DeskAnswers
            key={open.data.consents.hash}
            secret={secret}
            desk={open.data}
            onGiven={() => forget('given')}
            onEnded={() => forget('ended')}
          />
        ) : (
          <LinesSkeleton lines={4} />
        )}
      </div>
    </>
  )
}

type Step = 'information' | 'preliminary' | 'consents' | 'confirm'
type Props = { readonly secret: string; readonly desk: DeskConsents; readonly onGiven: () => void; readonly onEnded: () => void }

const DeskAnswers = ({ secret, desk, onGiven, onEnded }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const formatErrors = useFieldErrorMessages()
  const [step, setStep] = useState<Step>('information')
  const [opened, setOpened] = useState<string>()
  const [preliminary, setPreliminary] = useState<Answers>({})
  const [consents, setConsents] = useState<Answers>({})
  const { name, endsAt } = desk
  useEffect(() => {
    const timer = setTimeout(onEnded, Math.max(0, new Date(endsAt).getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt, onEnded])
  const show = (next: Step) => async () => {
    setOpened(undefined)
    setStep(next)
    window.scrollTo(0, 0)
    return undefined
  }
  const questions = { openQuestion: opened, onOpenQuestion: setOpened }
  if (step === 'information')
    return (
      <>
        <p className={classes.note}>{t`Per ${name}. Leggi con calma e chiedi al centro quello che non è chiaro.`}</p>
        <TextParagraphs paragraphs={desk.information.paragraphs.filter((paragraph) => paragraph.type !== 'radio')} />
        <Button size="lg" onClick={() => void show('preliminary')()}>
          {t`Prosegui con le domande preliminari`}
        </Button>
      </>
    )
  if (step === 'preliminary')
    return (
      <ConsentQuestions
        key="preliminary"
        {...questions}
        document={desk.preliminary}
        answers={preliminary}
        onAnswer={(field, answer) => setPreliminary((before) => ({ ...before, [field]: answer }))}
        check={(all) => {
          const detail = findPreliminaryError(desk.preliminary.paragraphs, all)
          return detail ? { form: formatError(detail), ...formatErrors(findAnswerErrors(desk.preliminary.paragraphs, all)) } : {}
        }}
        submitLabel={t`Prosegui con i consensi`}
        reviewTitle={t`Rileggi le tue risposte`}
        onSubmit={show('consents')}
        onBack={() => void show('information')()}
      />
    )
  if (step === 'consents')
    return (
      <ConsentQuestions
        key="consents"
        {...questions}
        document={desk.consents}
        answers={consents}
        onAnswer={(field, answer) => setConsents((before) => ({ ...before, [field]: answer }))}
        check={(all) => formatErrors(findAnswerErrors(desk.consents.paragraphs, all))}
        submitLabel={t`Prosegui con la conferma`}
        reviewTitle={t`Ultimo passo: rileggi le tue risposte`}
        onSubmit={show('confirm')}
        onBack={() => void show('preliminary')()}
      />
    )
  return (
    <Confirmation
      secret={secret}
      desk={desk}
      preliminary={preliminary}
      consents={consents}
      onGiven={onGiven}
      onBack={() => void show('consents')()}
    />
  )
}

type ConfirmationProps = Pick<Props, 'secret' | 'desk' | 'onGiven'> & {
  readonly preliminary: Answers
  readonly consents: Answers
  readonly onBack: () => void
}

/** Who answers, and the code that this person received. */
const Confirmation = ({ secret, desk, preliminary, consents, onGiven, onBack }: ConfirmationProps) => {
  const { t } = useLingui()
  const [respondent, setRespondent] = useState(desk.respondents[0]?.respondent ?? null)
  const send = useMutation(trpc.deskConsents.sendCode.mutationOptions(ownFailures))
  if (desk.respondents.length === 0)
    return <Notice status="error">{t`Nessuno può confermare qui: manca il recapito di chi deve firmare. Usa il modulo su carta.`}</Notice>
  return (
    <>
      <Radio.Group
        label={t`Chi risponde?`}
        value={String(respondent)}
        onChange={(value) => {
          send.reset()
          setRespondent(value === 'null' ? null : Number(value))
        }}
      >
        {desk.respondents.map(({ respondent: id, name, contact }) => (
          <Radio key={String(id)} mt="sm" value={String(id)} label={name} description={contact} />
        ))}
      </Radio.Group>
      {send.error && <Notice status="error">{describeFailure(send.error)}</Notice>}
      <Button
        size="lg"
        variant={send.data ? 'default' : 'filled'}
        loading={send.isPending}
        onClick={() => send.mutate({ secret, respondent })}
      >
        {send.data ? t`Manda un altro codice` : t`Manda il codice`}
      </Button>
      {send.data && (
        <CodeForm secret={secret} desk={desk} preliminary={preliminary} consents={consents} sent={send.data} onGiven={onGiven} />
      )}
      <Button size="lg" variant="default" onClick={onBack}>{t`Torna alle risposte`}</Button>
    </>
  )
}

const pickShown = ({ version, hash }: DeskConsents['consents']) => ({ version, hash })

const CodeForm = ({
  secret,
  desk,
  preliminary,
  consents,
  sent,
  onGiven,
}: Omit<ConfirmationProps, 'onBack'> & { readonly sent: CodeSent }) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const give = useMutation(trpc.deskConsents.answer.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { otp: '' },
    validate: ({ otp }) => (otp.length === codeDigits ? {} : { otp: formatError(otp === '' ? 'code_required' : 'code_wrong') }),
  })
  const submit = form.onSubmit(async ({ otp }) => {
    try {
      await give.mutateAsync({
        secret,
        otp,
        information: pickShown(desk.information),
        preliminary: { ...pickShown(desk.preliminary), answers: { ...preliminary } },
        consents: { ...pickShown(desk.consents), answers: { ...consents } },
      })
      onGiven()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const minutes = sent.validMinutes
  return (
    <Form onSubmit={submit}>
      <ErrorSummary errors={form.errors} labels={{ otp: t`Codice` }} />
      <TextInput
        {...form.field('otp')}
        value={form.values.otp}
        onChange={({ currentTarget }) => {
          const content = readCodeField(currentTarget.value)
          if (content === undefined) form.setErrors({ otp: formatError('code_not_in_text') })
          else form.setFieldValue('otp', content)
        }}
        label={t`Codice`}
        description={t`Sono ${codeDigits} cifre, sul telefono o nella posta di chi risponde. Il codice vale ${minutes} minuti.`}
        inputMode="numeric"
        autoComplete="off"
        size="lg"
        autoFocus
      />
      <Button type="submit" size="lg" loading={form.submitting}>
        {t`Conferma le risposte`}
      </Button>
    </Form>
  )
}
