import type { ConsentDocument } from '@registry/api-contract/consents'
import { answerFaults } from '@registry/domain/consent/answers'
import { type Answer, type Answers, questionsOf } from '@registry/domain/consent/points'
import type { FieldFaults } from '@registry/domain/fault'
import { type Faults, useFaults } from '@registry/ui/forms/faults.tsx'
import { useFaultText } from '@registry/ui/language/fault-text.ts'
import { type ReactNode, useMemo, useState } from 'react'

/** A document that is asked: its answers so far, what is wrong with them, and what sending them does. */
export type AskingProps = {
  readonly document: ConsentDocument
  readonly answers: Answers
  readonly onAnswer: (field: string, answer: Answer) => void
  /** What is wrong with the answers as a whole, in words. */
  readonly check: () => Faults<string>
  readonly submitLabel: string
  /** Sends the answers, and says what was wrong with them. */
  readonly onSubmit: () => Promise<Faults<string> | undefined>
  readonly onBack: () => void
  /** Stands beside the buttons. */
  readonly children?: ReactNode
}

/** Says faults of fields as the server would. */
export const useSpokenFaults = (): ((faults: FieldFaults) => Record<string, string>) => {
  const say = useFaultText()
  return (faults) => Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, say(fault)]))
}

/** What asking has in common, whether one question or all of them stand on the page. */
export const useAsking = ({ document, answers, check, onSubmit }: AskingProps) => {
  const form = useFaults<string>()
  const spoken = useSpokenFaults()
  const [busy, setBusy] = useState(false)
  const { faults } = form
  /** In the summary a fault is told with its question: at a distance, "required" alone says nothing. */
  const summary = useMemo(() => {
    const texts = new Map(questionsOf(document.points).map(({ field, text }) => [field, text]))
    return Object.fromEntries(
      Object.entries(faults).map(([field, fault]) => [
        field,
        texts.has(field) && fault !== undefined ? `${texts.get(field)} (${fault})` : fault,
      ]),
    )
  }, [document, faults])
  return {
    form,
    summary,
    busy,
    /** Refuses to go on while the one question has no answer. */
    lacks: (field: string): boolean => {
      const fault = spoken(answerFaults(document.points, answers))[field]
      return form.refuse(fault === undefined ? {} : { [field]: fault })
    },
    submit: async (): Promise<void> => {
      if (form.refuse(check())) return
      setBusy(true)
      form.refuse((await onSubmit()) ?? {})
      setBusy(false)
    },
  }
}
