import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { addText, maxTexts, moveText, removeText, type EditedQuestion, type TextListName } from './edit-questions.ts'
import { MoveTools } from './move-tools.tsx'
import classes from './sf36-versions.module.css'
import { TextPair } from './text-pair.tsx'

/** Moves the focus to an element of the next render, for example a part that was added or moved. */
export const focusLater = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

type Props = {
  readonly list: TextListName
  readonly place: number
  readonly question: EditedQuestion
  /** True while the number of texts is that of the published structure. */
  readonly isFixed: boolean
  readonly errors: FormErrors
  readonly onChange: (question: EditedQuestion) => void
}

/** The sub-questions or the answers of a question, with buttons that add, move and remove them (REQ-PAT-21). */
export const TextList = ({ list, place, question, isFixed, errors, onChange }: Props) => {
  const { t } = useLingui()
  const { it, en } = question
  const count = it[list].length
  const texts = {
    questions: {
      format: (index: number): string => {
        const code = `${place + 1}${String.fromCharCode('a'.charCodeAt(0) + index)}`
        return t`Quesito ${code}`
      },
      add: t`Aggiungi un quesito`,
    },
    options: {
      format: (index: number): string => {
        const option = index + 1
        return t`Risposta ${option}`
      },
      add: t`Aggiungi una risposta`,
    },
  } as const satisfies Record<TextListName, unknown>
  const { format, add } = texts[list]
  const questionNumber = place + 1
  const focusText = (index: number): void => focusLater(fieldId(`it.${place}.${list}.${index}`))
  const addId = `add-${list}-${place}`
  return (
    <>
      {it[list].map((italian, index) => {
        const label = format(index)
        return (
          <div key={index} className={classes.row}>
            <TextPair
              label={label}
              place={place}
              path={`${list}.${index}`}
              texts={{ it: italian, en: en[list][index] ?? '' }}
              errors={errors}
              onChange={(language, text) =>
                onChange({ ...question, [language]: { ...question[language], [list]: question[language][list].with(index, text) } })
              }
            />
            {!isFixed && (
              <MoveTools
                name={t`domanda ${questionNumber}, ${label}`}
                place={index}
                count={count}
                onMove={(by) => {
                  onChange(moveText(question, list, index, by))
                  focusText(index + by)
                }}
                onRemove={() => {
                  onChange(removeText(question, list, index))
                  focusLater(addId)
                }}
              />
            )}
          </div>
        )
      })}
      {!isFixed && (
        <div>
          <Button
            id={addId}
            size="xs"
            variant="default"
            disabled={count >= maxTexts[list]}
            aria-label={t`${add}: domanda ${questionNumber}`}
            onClick={() => {
              onChange(addText(question, list))
              focusText(count)
            }}
          >
            {add}
          </Button>
        </div>
      )}
    </>
  )
}
