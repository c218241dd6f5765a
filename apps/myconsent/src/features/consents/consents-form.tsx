import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useLocalizedErrors } from '../../questions/use-questionnaire.ts'
import { ConsentQuestions, type ConsentQuestionsProps } from './consent-questions.tsx'

type Props = Pick<
  ConsentQuestionsProps,
  'document' | 'answers' | 'saved' | 'onAnswer' | 'point' | 'onOpenPoint' | 'onBack' | 'children'
> & {
  readonly information: ConsentDocument
  /** Absent if the patient answered the preliminary questions before (REQ-CON-03). */
  readonly preliminary: GivenConsents['preliminary']
  readonly onGiven: () => void
  /** Called when the server has newer texts; the page reloads them. */
  readonly onTextChanged: (message: string) => void
}

const getShownText = ({ version, hash }: ConsentDocument) => ({ version, hash })

/** These errors mean that the server has other texts than this page. */
const textErrors = new Set<unknown>(['consent_text_changed', 'consent_text_not_sent', 'preliminary_unanswered'])

/** The consents in edit mode, with buttons to confirm and go back; the withdrawal stands apart below (REQ-CON-06). */
export const ConsentsForm = ({ information, preliminary, onGiven, onTextChanged, ...questionnaire }: Props) => {
  const { document, answers } = questionnaire
  const { t } = useLingui()
  const localizeErrors = useLocalizedErrors()
  const queryClient = useQueryClient()
  const give = useMutation(trpc.consents.give.mutationOptions({ meta: { ownFailures: true } }))

  /** Updates the answers that the home page and the guard read. */
  const storeCurrent = async (current: CurrentConsents): Promise<void> => {
    queryClient.setQueryData(trpc.consents.current.queryKey(), current)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.consents.answered.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.consents.renewal.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.consents.history.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
    onGiven()
  }
  const send = async () => {
    try {
      await storeCurrent(
        await give.mutateAsync({
          information: getShownText(information),
          ...(preliminary && { preliminary }),
          consents: { ...getShownText(document), answers },
        }),
      )
      return undefined
    } catch (error) {
      const { code, message, fields } = toRequestError(error)
      if (!textErrors.has(code)) return Object.keys(fields).length > 0 ? fields : { form: message }
      await queryClient.invalidateQueries({ queryKey: trpc.consents.pathKey() })
      onTextChanged(message)
      return undefined
    }
  }
  return (
    <ConsentQuestions
      {...questionnaire}
      check={(all) => localizeErrors(findAnswerErrors(document.points, all))}
      submitLabel={t`Conferma`}
      reviewTitle={t`Ultimo passo: rileggi le tue risposte`}
      onSubmit={send}
    />
  )
}
