import { MarkedText } from '@registry/ui/questions/marked-text.tsx'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import type { Question } from './questionnaire.ts'

export type FieldProps = { readonly id: string; readonly name: string; readonly error: string | undefined }

type Props = {
  readonly question: Question
  readonly field: FieldProps
  readonly chosen: number | undefined
  readonly onChoose: (option: number) => void
}

/** One question, without a preset option. */
export const QuestionField = ({ question, field, chosen, onChoose }: Props) => (
  <OptionGroup
    id={field.id}
    legend={<MarkedText text={question.text} />}
    help={question.help}
    error={field.error}
    columns={question.options.length === 2 ? 2 : 1}
  >
    {(describedBy) =>
      question.options.map((option, index) => (
        <Option
          key={option}
          id={index === 0 ? field.id : undefined}
          name={field.name}
          checked={index === chosen}
          describedBy={describedBy}
          onChoose={() => onChoose(index)}
        >
          {option}
        </Option>
      ))
    }
  </OptionGroup>
)
