import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { OwnStudy } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findStudyAnswerError } from '@registry/domain/studies/participation'
import { type StudyAnswer as Answer, studyAnswers } from '@registry/domain/studies/states'
import { askConfirmation, showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { trpc } from '../../app/shell.ts'
import { useConsentNames } from '../../questions/consent-names.ts'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import classes from './studies.module.css'
import { StudyStatus } from './study-status.tsx'

type Props = { readonly study: OwnStudy; readonly onBack: () => void }

/** The answer to a study: the question, or the given answer with what can still change (REQ-STU-07). */
export const StudyAnswer = ({ study, onBack }: Props) => {
  const { t } = useLingui()
  if (study.state === 'waiting') return <AnswerForm study={study} onBack={onBack} />
  return (
    <>
      <p>
        <StudyStatus study={study} />
      </p>
      {study.possibleAnswers.map((answer) => (
        <ChangedAnswer key={answer} study={study} answer={answer} />
      ))}
      <PageActions>
        <Button variant="default" size="lg" onClick={onBack}>
          {t`Indietro`}
        </Button>
      </PageActions>
    </>
  )
}

/** Sends an answer. A failure loads the study again, because another device may have answered or the study may have ended. */
const useSendAnswer = ({ id }: OwnStudy) => {
  const queryClient = useQueryClient()
  const send = useMutation(trpc.studies.answer.mutationOptions(ownFailures))
  const sendAnswer = async (answer: Answer): Promise<void> => {
    try {
      await send.mutateAsync({ id, answer })
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: trpc.studies.pathKey() })
      throw error
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.studies.pathKey(), refetchType: 'none' }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
  }
  return { sendAnswer, isSending: send.isPending }
}

/** The other answer: the patient leaves the study, or takes part after answering No. */
const ChangedAnswer = ({ study, answer }: { readonly study: OwnStudy; readonly answer: Answer }) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sendAnswer, isSending } = useSendAnswer(study)
  const leaves = answer === 'ConsensoNO'
  const title = leaves ? t`Esci dallo studio` : t`Rispondi Sì`
  const change = async (): Promise<void> => {
    const isSure = await askConfirmation({
      title,
      text: leaves
        ? t`I tuoi dati non vanno più nei nuovi file dello studio. A chi ha già un file con i tuoi dati il registro chiede di eliminarlo. I risultati già calcolati restano.`
        : t`Il registro può consegnare allo studio i dati che lo studio richiede, con un codice al posto del tuo nome.`,
      confirm: title,
      destructive: leaves,
    })
    if (!isSure) return
    try {
      await sendAnswer(answer)
    } catch (error) {
      await showAlert(describeFailure(error), study.title)
      return
    }
    await navigate({ to: '/myconsent' })
    await showAlert(leaves ? t`Non partecipi più allo studio.` : t`Grazie. La tua risposta è stata registrata`, study.title)
  }
  return (
    <>
      <p className={classes.text}>
        {leaves
          ? t`Puoi uscire dallo studio quando vuoi, senza dire perché.`
          : t`Hai cambiato idea? Finché lo studio raccoglie risposte puoi rispondere Sì.`}
      </p>
      {!leaves && study.missingConsents.length > 0 ? (
        <MissingConsents missing={study.missingConsents} />
      ) : (
        <p>
          <Button variant="default" size="lg" loading={isSending} onClick={() => void change()}>
            {title}
          </Button>
        </p>
      )}
    </>
  )
}

type Values = { readonly answer: Answer | undefined }

const AnswerForm = ({ study, onBack }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const navigate = useNavigate()
  const { sendAnswer, isSending } = useSendAnswer(study)
  const form = useForm<Values>({
    initialValues: { answer: undefined },
    validate: ({ answer }) => {
      const error = findStudyAnswerError(answer, study.missingConsents)
      return error === undefined ? {} : { answer: formatError(error) }
    },
  })
  const submit = form.onSubmit(async ({ answer }) => {
    if (answer === undefined) return
    try {
      await sendAnswer(answer)
    } catch (error) {
      form.setErrors(toFormErrors(error))
      return
    }
    await navigate({ to: '/myconsent' })
    await showAlert(t`Grazie. La tua risposta è stata registrata`, study.title)
  })
  const { id, name, error } = form.field('answer')
  const labels: Readonly<Record<Answer, string>> = { ConsensoSI: t`Sì`, ConsensoNO: t`No` }
  return (
    <>
      {study.missingConsents.length > 0 && <MissingConsents missing={study.missingConsents} />}
      <ErrorSummary errors={form.errors} />
      <Form onSubmit={submit}>
        <p className={classes.text}>
          {t`Se rispondi Sì, il registro può consegnare allo studio i dati che lo studio richiede, con un codice al posto del tuo nome. Se rispondi No, non glieli consegna.`}
        </p>
        <OptionGroup
          id={id}
          legend={t`Vuoi partecipare a questo studio?`}
          help={t`Puoi uscire dallo studio quando vuoi. Dopo un No puoi rispondere Sì finché lo studio raccoglie risposte.`}
          error={error}
          columns={2}
        >
          {(describedBy) =>
            studyAnswers.map((answer, index) => (
              <Option
                key={answer}
                id={index === 0 ? id : undefined}
                name={name}
                checked={answer === form.values.answer}
                describedBy={describedBy}
                onChoose={() => form.setFieldValue('answer', answer)}
              >
                {labels[answer]}
              </Option>
            ))
          }
        </OptionGroup>
        <PageActions>
          <Button type="submit" size="lg" loading={isSending}>
            {t`Conferma`}
          </Button>
          <Button variant="default" size="lg" onClick={onBack}>
            {t`Indietro`}
          </Button>
        </PageActions>
      </Form>
    </>
  )
}

/** The consents still required for a Yes answer, with links. */
const MissingConsents = ({ missing }: { readonly missing: OwnStudy['missingConsents'] }) => {
  const { t } = useLingui()
  const names = useConsentNames()
  return (
    <Notice status="warning" title={t`Per rispondere Sì mancano questi consensi`}>
      <ul className={classes.missing}>
        {missing.map((consent) => (
          <li key={consent}>
            <ButtonLink to="/consenso" search={{ vista: 'modifica', domanda: consent.toUpperCase() }} variant="default" size="md">
              {names[consent]}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {t`Se li dai, torna qui per rispondere.`}
    </Notice>
  )
}
