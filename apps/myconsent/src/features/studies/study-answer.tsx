import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { OwnStudy } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findStudyAnswerError } from '@registry/domain/studies/participation'
import { type StudyAnswer as Answer, studyAnswers } from '@registry/domain/studies/states'
import { showAlert } from '@registry/ui/dialogs/dialogs.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
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

/** The answer to a study: given once, and then shown. */
export const StudyAnswer = ({ study, onBack }: Props) => {
  const { t } = useLingui()
  if (study.state === 'waiting') return <AnswerForm study={study} onBack={onBack} />
  return (
    <>
      <p>
        <StudyStatus study={study} />
      </p>
      {study.answer !== null && <p>{t`La risposta a uno studio non si può cambiare.`}</p>}
      <PageActions>
        <Button variant="default" size="lg" onClick={onBack}>
          {t`Indietro`}
        </Button>
      </PageActions>
    </>
  )
}

type Values = { readonly answer: Answer | undefined }

const AnswerForm = ({ study, onBack }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    initialValues: { answer: undefined },
    validate: ({ answer }) => {
      const error = findStudyAnswerError(answer, study.missingConsents)
      return error === undefined ? {} : { answer: formatError(error) }
    },
  })
  const send = useMutation(trpc.studies.answer.mutationOptions(ownFailures))
  const submit = form.onSubmit(async ({ answer }) => {
    if (answer === undefined) return
    try {
      await send.mutateAsync({ id: study.id, answer })
    } catch (error) {
      form.setErrors(toFormErrors(error))
      // Another device may have answered, or the study may have ended: the page shows what is true now.
      await queryClient.invalidateQueries({ queryKey: trpc.studies.pathKey() })
      return
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.studies.pathKey(), refetchType: 'none' }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
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
          help={t`Rispondi una volta sola: poi la risposta non si può cambiare.`}
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
          <Button type="submit" size="lg" loading={send.isPending}>
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

/** The consents that a Yes still needs, with the way to give them. */
const MissingConsents = ({ missing }: { readonly missing: OwnStudy['missingConsents'] }) => {
  const { t } = useLingui()
  const names = useConsentNames()
  return (
    <Notice status="waiting" title={t`Per rispondere Sì mancano questi consensi`}>
      <ul className={classes.missing}>
        {missing.map((consent) => (
          <li key={consent}>
            <ButtonLink to="/consenso" search={{ vista: 'modifica', punto: consent.toUpperCase() }} variant="default" size="md">
              {names[consent]}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {t`Se li dai, torna qui per rispondere.`}
    </Notice>
  )
}
