import { useMediaQuery } from '@mantine/hooks'
import { AllQuestions } from './all-questions.tsx'
import type { QuestionnaireProps } from './use-questionnaire.ts'
import { QuestionSteps } from './question-steps.tsx'

const phone = '(max-width: 48em)'

/** Asks a document: one question at a time on a phone, all on one page where there is room (interface.md, MyConsent). */
export const Questions = (props: QuestionnaireProps) => {
  const narrow = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  return narrow ? <QuestionSteps {...props} /> : <AllQuestions {...props} />
}
