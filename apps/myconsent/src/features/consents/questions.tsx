import { useMediaQuery } from '@mantine/hooks'
import { AllQuestions } from './all-questions.tsx'
import type { AskingProps } from './asking.ts'
import { OneByOne } from './one-by-one.tsx'

const phone = '(max-width: 48em)'

/** Asks a document: one question at a time on a phone, all on one page where there is room (interface.md, MyConsent). */
export const Questions = (props: AskingProps) => {
  const narrow = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  return narrow ? <OneByOne {...props} /> : <AllQuestions {...props} />
}
