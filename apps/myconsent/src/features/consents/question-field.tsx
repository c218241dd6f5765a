import { type Answer, findOption, type Question } from '@registry/domain/consent/points'
import { Option, OptionGroup } from './options.tsx'
import { answerAt } from './steps.ts'

export type FieldProps = { readonly id: string; readonly name: string; readonly error: string | undefined }

type Props = {
  readonly question: Question
  readonly field: FieldProps
  readonly answer: Answer | undefined
  readonly onAnswer: (answer: Answer) => void
}

/** One question of a document; nothing is chosen until the patient chooses. */
export const QuestionField = ({ question, field, answer, onAnswer }: Props) => {
  const chosen = answer === undefined ? undefined : findOption(question, answer)
  return (
    <OptionGroup id={field.id} legend={question.text} error={field.error} columns={question.options.length === 2 ? 2 : 1}>
      {(faultId) =>
        question.options.map((option, index) => (
          <Option
            key={option}
            id={index === 0 ? field.id : undefined}
            name={field.name}
            checked={option === chosen}
            faultId={faultId}
            onChoose={() => onAnswer(answerAt(question, index))}
          >
            {option}
          </Option>
        ))
      }
    </OptionGroup>
  )
}
