import { useLingui } from '@lingui/react/macro'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import type { EditedPoint } from './edit-points.ts'
import { MoveTools } from './move-tools.tsx'
import classes from './sf36-versions.module.css'
import { TextList } from './text-list.tsx'
import { TextPair } from './text-pair.tsx'

type Props = {
  readonly place: number
  readonly count: number
  readonly point: EditedPoint
  /** True while the structure is the published one, whose number of parts the scores count. */
  readonly isFixed: boolean
  readonly errors: FormErrors
  readonly onChange: (point: EditedPoint) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

/** One point in both languages: text, help, sub-questions and answers (REQ-PAT-21). */
export const PointInputs = ({ place, count, point, isFixed, errors, onChange, onMove, onRemove }: Props) => {
  const { t } = useLingui()
  const number = place + 1
  const name = t`Domanda ${number}`
  const list = { place, point, isFixed, errors, onChange }
  const ownErrors = new Set((['it', 'en'] as const).flatMap((language) => errors[`${language}.${place}`] ?? []))
  return (
    <fieldset className={classes.point} id={fieldId(`it.${place}`)} tabIndex={-1}>
      <legend>{name}</legend>
      {!isFixed && <MoveTools name={name} place={place} count={count} onMove={onMove} onRemove={onRemove} />}
      {ownErrors.size > 0 && (
        <p id={fieldId(`en.${place}`)} tabIndex={-1} className={classes.pointError}>
          {[...ownErrors].join(' ')}
        </p>
      )}
      {(['text', 'help'] as const).map((part) => (
        <TextPair
          key={part}
          label={part === 'text' ? t`Testo` : t`Aiuto`}
          place={place}
          path={part}
          texts={{ it: point.it[part], en: point.en[part] }}
          errors={errors}
          onChange={(language, text) => onChange({ ...point, [language]: { ...point[language], [part]: text } })}
        />
      ))}
      <TextList {...list} list="questions" />
      <TextList {...list} list="options" />
    </fieldset>
  )
}
