import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findAnswerErrors } from '@registry/domain/consent/answers'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { ConsentQuestions, type ConsentQuestionsProps } from './consent-questions.tsx'
import { useState } from 'react'

type Props = Pick<
  ConsentQuestionsProps,
  'document' | 'answers' | 'saved' | 'onAnswer' | 'openQuestion' | 'onOpenQuestion' | 'onBack' | 'children'
> & {
  readonly information: ConsentDocument
  /** The text for a minor. Null for an adult and a guardian. */
  readonly assentText: ConsentDocument | null
  /** Absent if the patient answered the preliminary questions before (REQ-CON-03). */
  readonly preliminary: GivenConsents['preliminary']
  /** Time of the answers that the page shows. */
  readonly answeredAt: string | null
  readonly onGiven: () => void
  /** Called when the server has newer documents; the page reloads them. */
  readonly onDocumentChanged: (message: string) => void
}

const getShownDocument = ({ version, hash }: ConsentDocument) => ({ version, hash })

/** These errors mean that the server has other documents or answers than this page. */
const documentErrors = new Set<unknown>(['consents_changed', 'consent_text_changed', 'consent_text_not_sent', 'preliminary_unanswered'])

/** The consents in edit mode, with buttons to confirm and go back; the withdrawal is below, apart (REQ-CON-06). */
export const ConsentsForm = ({ information, assentText, preliminary, answeredAt, onGiven, onDocumentChanged, ...questionnaire }: Props) => {
  const { document, answers } = questionnaire
  const { t } = useLingui()
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  // A refetch in the background must not make older answers look newer.
  const [basedOn, setBasedOn] = useState(answeredAt)
  const give = useMutation(trpc.consents.give.mutationOptions(ownFailures))

  /** Updates the answers that the home page and the guard read. */
  const storeCurrent = async (current: CurrentConsents): Promise<void> => {
    queryClient.setQueryData(trpc.consents.current.queryKey(), current)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.consents.answered.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.consents.reconsentRequest.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.consents.history.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.current.queryKey() }),
    ])
    onGiven()
  }
  const send = async () => {
    try {
      await storeCurrent(
        await give.mutateAsync({
          information: getShownDocument(information),
          ...(preliminary && { preliminary }),
          ...(assentText && { assentText: getShownDocument(assentText) }),
          consents: { ...getShownDocument(document), answers },
          basedOn,
        }),
      )
      return undefined
    } catch (error) {
      const { code, message, fields } = toRequestError(error)
      if (!documentErrors.has(code)) return Object.keys(fields).length > 0 ? fields : { form: message }
      await queryClient.invalidateQueries({ queryKey: trpc.consents.pathKey() })
      setBasedOn(queryClient.getQueryData(trpc.consents.current.queryKey())?.answeredAt ?? null)
      onDocumentChanged(message)
      return undefined
    }
  }
  return (
    <ConsentQuestions
      {...questionnaire}
      check={(all) => formatErrors(findAnswerErrors(document.paragraphs, all))}
      submitLabel={t`Conferma`}
      reviewTitle={t`Ultimo passo: rileggi le tue risposte`}
      onSubmit={send}
    />
  )
}
