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
  /** Called when the server has newer texts; the page reloads them. */
  readonly onTextChanged: (message: string) => void
  readonly onWithdraw: () => void
}

const getShownText = ({ version, hash }: ConsentDocument) => ({ version, hash })

/** The consents in edit mode, with buttons to confirm, go back and withdraw (REQ-CON-06). */
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

  /** Updates the answers that the home page and the guard read. */
  const storeCurrent = async (current: CurrentConsents): Promise<void> => {
    queryClient.setQueryData(trpc.consents.current.queryKey(), current)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.consents.history.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
    onGiven()
  }
  const send = async () => {
    try {
      await storeCurrent(
        await give.mutateAsync({ information: getShownText(information), preliminary, consents: { ...getShownText(document), answers } }),
      )
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
