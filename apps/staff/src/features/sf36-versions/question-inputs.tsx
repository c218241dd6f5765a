import { useLingui } from '@lingui/react/macro'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import type { EditedQuestion } from './edit-questions.ts'
import { MoveTools } from './move-tools.tsx'
import classes from './sf36-versions.module.css'
import { TextList } from './text-list.tsx'
import { TextPair } from './text-pair.tsx'

type Props = {
  readonly place: number
  readonly count: number
  readonly question: EditedQuestion
  /** True while the structure is the published one, whose number of parts the scores count. */
  readonly isFixed: boolean
  readonly errors: FormErrors
  readonly onChange: (question: EditedQuestion) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

/** One question in both languages: text, help, sub-questions and answers (REQ-PAT-21). */
export const QuestionInputs = ({ place, count, question, isFixed, errors, onChange, onMove, onRemove }: Props) => {
  const { t } = useLingui()
  const number = place + 1
  const name = t`Domanda ${number}`
  const list = { place, question, isFixed, errors, onChange }
  const ownErrors = new Set((['it', 'en'] as const).flatMap((language) => errors[`${language}.${place}`] ?? []))
  return (
    <fieldset className={classes.question} id={fieldId(`it.${place}`)} tabIndex={-1}>
      <legend>{name}</legend>
      {!isFixed && <MoveTools name={name} place={place} count={count} onMove={onMove} onRemove={onRemove} />}
      {ownErrors.size > 0 && (
        <p id={fieldId(`en.${place}`)} tabIndex={-1} className={classes.questionError}>
          {[...ownErrors].join(' ')}
        </p>
      )}
      {(['text', 'help'] as const).map((part) => (
        <TextPair
          key={part}
          label={part === 'text' ? t`Testo` : t`Aiuto`}
          place={place}
          path={part}
          texts={{ it: question.it[part], en: question.en[part] }}
          errors={errors}
          onChange={(language, text) => onChange({ ...question, [language]: { ...question[language], [part]: text } })}
        />
      ))}
      <TextList {...list} list="questions" />
      <TextList {...list} list="options" />
    </fieldset>
  )
}
