import { useMediaQuery } from '@mantine/hooks'
import { AllQuestions } from './all-questions.tsx'
import { QuestionSteps } from './question-steps.tsx'
import type { QuestionnaireProps } from './questionnaire.ts'

const phoneWindow = '(max-width: 48em)'

/** The questions: one per page on a phone, all on one page in a wide window. */
export const Questions = (props: QuestionnaireProps) => {
  const isPhone = useMediaQuery(phoneWindow, undefined, { getInitialValueInEffect: false })
  return isPhone ? <QuestionSteps {...props} /> : <AllQuestions {...props} />
}
