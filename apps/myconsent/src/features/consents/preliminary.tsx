import { useLingui } from '@lingui/react/macro'
import { answerFaults, preliminaryFault } from '@registry/domain/consent/answers'
import type { Faults } from '@registry/ui/forms/faults.tsx'
import { useFaultText } from '@registry/ui/language/fault-text.ts'
import { type AskingProps, useSpokenFaults } from './asking.ts'
import { Questions } from './questions.tsx'

type Props = Pick<AskingProps, 'document' | 'answers' | 'onAnswer' | 'onBack'> & { readonly onPassed: () => void }

/** The questions that must all be answered Yes before the consents open (spec 1, section 5). */
export const Preliminary = ({ document, answers, onAnswer, onBack, onPassed }: Props) => {
  const { t } = useLingui()
  const say = useFaultText()
  const spoken = useSpokenFaults()
  const check = (): Faults<string> => {
    const fault = preliminaryFault(document.points, answers)
    return fault ? { form: say(fault), ...spoken(answerFaults(document.points, answers)) } : {}
  }
  const proceed = async () => {
    onPassed()
    return undefined
  }
  return (
    <Questions
      document={document}
      answers={answers}
      onAnswer={onAnswer}
      check={check}
      submitLabel={t`Prosegui`}
      onSubmit={proceed}
      onBack={onBack}
    />
  )
}
