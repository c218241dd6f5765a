import { Button, Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { DeskAnswered, DeskConsents } from '@registry/api-contract/desk-consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { findAnswerErrors, findPreliminaryError } from '@registry/domain/consent/answers'
import type { Answers } from '@registry/domain/consent/questions'
import { useErrorMessage, useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CodeConfirmation } from '../../../app/code-confirmation.tsx'
import { api, trpc } from '../../../app/shell.ts'
import { useLinkCode } from '../../../app/use-link-code.ts'
import classes from '../../../app/content.module.css'
import { AssentText } from '../assent-text.tsx'
import { ConsentQuestions } from '../consent-questions.tsx'

/**
 * The consents of one patient on a device of the centre, without a session (REQ-CON-33). Nothing is kept on the device: the answers are in
 * memory, and the page forgets them when they are sent, and when the link ends (THREAT-72).
 */
export const DeskPage = () => {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const [answered, setAnswered] = useState<Result>()
  const [isEnded, setEnded] = useState(false)
  const open = useMutation(trpc.deskConsents.open.mutationOptions(ownFailures))
  useLinkCode((code) => {
    setSecret(code)
    setAnswered(undefined)
    setEnded(false)
  })
  const { language } = useLanguage()
  const { mutate } = open
  // The answers belong to the texts in the language shown, so another language starts again.
  useEffect(() => {
    if (secret !== undefined) mutate({ secret })
  }, [secret, language, mutate])
  const forget = (): void => {
    open.reset()
    setSecret(undefined)
  }
  return (
    <>
      <PageHeading title={t`Consenso in ambulatorio`} />
      <div className={classes.content}>
        {answered ? (
          <Given {...answered} />
        ) : isEnded ? (
          <Notice
            status="error"
            title={t`Il tempo è finito`}
          >{t`Le risposte non sono state registrate. Chiedi al centro di ricominciare.`}</Notice>
        ) : secret === undefined ? (
          <Notice status="info">{t`Questa pagina si apre con il link che prepara il centro.`}</Notice>
        ) : open.error ? (
          <Notice status="error">{describeFailure(open.error)}</Notice>
        ) : open.data ? (
          <DeskAnswers
            key={open.data.consents.hash}
            secret={secret}
            desk={open.data}
            onGiven={(result) => {
              forget()
              setAnswered(result)
            }}
            onEnded={() => {
              forget()
              setEnded(true)
            }}
          />
        ) : (
          <LinesSkeleton lines={4} />
        )}
      </div>
    </>
  )
}

/** What the centre stored. `isAssent`: the answers of a minor, for whom guardians decide. */
type Result = DeskAnswered & { readonly isAssent: boolean }

/** The next steps: another signature, and the answer of a minor. Each needs a new link. */
const Given = ({ waiting, asksAssent, isAssent }: Result) => {
  const { t } = useLingui()
  return (
    <>
      <Notice status="yes" title={t`Le risposte sono registrate`}>
        {t`Restituisci il dispositivo. La ricevuta arriva al recapito, se il paziente ne ha uno.`}
      </Notice>
      {waiting && (
        <Notice status="waiting" title={t`Manca una firma`}>
          {t`Un sì vale solo con tutte le firme. Chi manca ha 30 giorni: risponde in MyConsent, oppure qui con un altro link del centro.`}
        </Notice>
      )}
      {isAssent && (
        <Notice status="waiting" title={t`Decidono i genitori o i tutori`}>
          {t`Un sì di chi ha meno di 18 anni vale insieme al loro. Se non hanno ancora risposto, chiedi al centro un altro link.`}
        </Notice>
      )}
      {asksAssent && (
        <Notice status="waiting" title={t`Manca la risposta del minore`}>
          {t`Ha l’età per dire che cosa ne pensa. Chiedi al centro un altro link, che apre le domande anche per lui o per lei.`}
        </Notice>
      )}
    </>
  )
}

type Step = 'information' | 'preliminary' | 'consents' | 'confirm'
type Props = {
  readonly secret: string
  readonly desk: DeskConsents
  readonly onGiven: (result: Result) => void
  readonly onEnded: () => void
}
type Respondent = DeskConsents['respondents'][number]

const DeskAnswers = ({ secret, desk, onGiven, onEnded }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const formatErrors = useFieldErrorMessages()
  const [step, setStep] = useState<Step>('information')
  const [opened, setOpened] = useState<string>()
  const [preliminary, setPreliminary] = useState<Answers>({})
  const [consents, setConsents] = useState<Answers>({})
  const [respondent, setRespondent] = useState(desk.respondents[0])
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
  if (!respondent)
    return <Notice status="error">{t`Nessuno può confermare qui: manca il recapito di chi deve firmare. Usa il modulo su carta.`}</Notice>
  if (step === 'information')
    return (
      <>
        <p className={classes.note}>{t`Consensi di ${name}. Leggi con calma e chiedi al centro quello che non è chiaro.`}</p>
        <RespondentChoice respondents={desk.respondents} isMinor={desk.assentText !== null} value={respondent} onChange={setRespondent} />
        {respondent.assent && desk.assentText && <AssentText document={desk.assentText} />}
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
    <>
      <Confirmation secret={secret} desk={desk} respondent={respondent} preliminary={preliminary} consents={consents} onGiven={onGiven} />
      <Button size="lg" variant="default" onClick={() => void show('consents')()}>{t`Torna alle risposte`}</Button>
    </>
  )
}

type ChoiceProps = {
  readonly respondents: readonly Respondent[]
  readonly isMinor: boolean
  readonly value: Respondent
  readonly onChange: (respondent: Respondent) => void
}

/** The choice of the person who holds the device. It comes first, because a minor reads another text. */
const RespondentChoice = ({ respondents, isMinor, value, onChange }: ChoiceProps) => {
  const { t } = useLingui()
  const describe = ({ assent, name, codeTo, contact }: Respondent): string => {
    const code = name === codeTo ? t`Il codice va a ${contact}.` : t`Il codice va a ${codeTo}, ${contact}.`
    return assent && isMinor ? t`Dice che cosa ne pensa. ${code}` : code
  }
  return (
    <Radio.Group
      label={t`Chi risponde?`}
      value={String(respondents.indexOf(value))}
      onChange={(index) => {
        const chosen = respondents[Number(index)]
        if (chosen) onChange(chosen)
      }}
    >
      {respondents.map((respondent, index) => (
        <Radio
          key={`${respondent.respondent} ${respondent.assent}`}
          mt="sm"
          value={String(index)}
          label={respondent.name}
          description={describe(respondent)}
        />
      ))}
    </Radio.Group>
  )
}

const pickShown = ({ version, hash }: DeskConsents['consents']) => ({ version, hash })

type ConfirmationProps = Pick<Props, 'secret' | 'desk' | 'onGiven'> & {
  readonly respondent: Respondent
  readonly preliminary: Answers
  readonly consents: Answers
}

/** The code that the person who answers received. */
const Confirmation = ({ secret, desk, respondent, preliminary, consents, onGiven }: ConfirmationProps) => {
  const { t } = useLingui()
  const { name, codeTo, contact } = respondent
  return (
    <>
      <p className={classes.note}>
        {name === codeTo
          ? t`Risponde ${name}. Il codice va a ${contact}.`
          : t`Risponde ${name}. Il codice va a ${codeTo}, ${contact}, che lo scrive qui.`}
      </p>
      <CodeConfirmation
        isShared
        onSend={() => api.deskConsents.sendCode.mutate({ secret, respondent: respondent.respondent })}
        describe={({ validMinutes: minutes }) =>
          t`Sono ${codeDigits} cifre, sul telefono o nella posta di ${codeTo}. Il codice vale ${minutes} minuti.`
        }
        submitLabel={t`Conferma le risposte`}
        onCode={async (otp) =>
          onGiven({
            isAssent: respondent.assent && desk.assentText !== null,
            ...(await api.deskConsents.answer.mutate({
              secret,
              otp,
              assent: respondent.assent,
              ...(respondent.assent && desk.assentText && { assentText: pickShown(desk.assentText) }),
              information: pickShown(desk.information),
              preliminary: { ...pickShown(desk.preliminary), answers: { ...preliminary } },
              consents: { ...pickShown(desk.consents), answers: { ...consents } },
            })),
          })
        }
      />
    </>
  )
}
