import { type Answer, findOption, type Question } from '@registry/domain/consent/points'
import { Option, OptionGroup } from './options.tsx'
import { toAnswer } from './steps.ts'

export type FieldProps = { readonly id: string; readonly name: string; readonly error: string | undefined }

type Props = {
  readonly question: Question
  readonly field: FieldProps
  readonly answer: Answer | undefined
  readonly onAnswer: (answer: Answer) => void
}

/** One question of a document, without a preset option. */
export const QuestionField = ({ question, field, answer, onAnswer }: Props) => {
  const chosen = answer === undefined ? undefined : findOption(question, answer)
  return (
    <OptionGroup id={field.id} legend={question.text} error={field.error} columns={question.options.length === 2 ? 2 : 1}>
      {(errorId) =>
        question.options.map((option, index) => (
          <Option
            key={option}
            id={index === 0 ? field.id : undefined}
            name={field.name}
            checked={option === chosen}
            errorId={errorId}
            onChoose={() => onAnswer(toAnswer(question, index))}
          >
            {option}
          </Option>
        ))
      }
    </OptionGroup>
  )
}
