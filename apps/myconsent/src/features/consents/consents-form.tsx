import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { type QuestionnaireProps, useLocalizedErrors } from './use-questionnaire.ts'
import { Questions } from './questions.tsx'

type Props = Pick<QuestionnaireProps, 'document' | 'answers' | 'onAnswer' | 'onBack'> & {
  readonly information: ConsentDocument
  readonly preliminary: GivenConsents['preliminary']
  readonly onGiven: () => void
  /** The server has other texts than those on the screen; they are read again. */
  readonly onTextChanged: (message: string) => void
  readonly onWithdraw: () => void
}

const asShown = ({ version, hash }: ConsentDocument) => ({ version, hash })

/** Consents, edit mode: Conferma, Indietro, Ritiro (spec 1, section 2). */
export const ConsentsForm = ({
  document,
  answers,
  onAnswer,
  onBack,
  information,
  preliminary,
  onGiven,
  onTextChanged,
  onWithdraw,
}: Props) => {
  const { t } = useLingui()
  const localizeErrors = useLocalizedErrors()
  const queryClient = useQueryClient()
  const give = useMutation(trpc.consents.give.mutationOptions({ meta: { ownFailures: true } }))

  /** The home shows the same answers, and the guard asks for the person again. */
  const keep = async (current: CurrentConsents): Promise<void> => {
    queryClient.setQueryData(trpc.consents.current.queryKey(), current)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.consents.history.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
    onGiven()
  }
  const send = async () => {
    try {
      await keep(await give.mutateAsync({ information: asShown(information), preliminary, consents: { ...asShown(document), answers } }))
      return undefined
    } catch (error) {
      const { code, message, fields } = toRequestError(error)
      if (code !== 'consent_text_changed' && code !== 'consent_text_not_sent')
        return Object.keys(fields).length > 0 ? fields : { form: message }
      await queryClient.invalidateQueries({ queryKey: trpc.consents.pathKey() })
      onTextChanged(message)
      return undefined
    }
  }
  return (
    <Questions
      document={document}
      answers={answers}
      onAnswer={onAnswer}
      check={() => localizeErrors(findAnswerErrors(document.points, answers))}
      submitLabel={t`Conferma`}
      onSubmit={send}
      onBack={onBack}
    >
      <Button variant="default" size="lg" onClick={onWithdraw}>
        {t`Ritiro`}
      </Button>
    </Questions>
  )
}
