import { Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import { sf36Items } from '@registry/domain/sf36/structure'
import type { Sf36PointText } from '@registry/domain/sf36/text'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/mended-errors.ts'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import classes from './sf36-versions.module.css'

type Point = Readonly<Record<Language, Sf36PointText>>
type Props = {
  readonly place: number
  readonly point: Point
  readonly errors: FormErrors
  readonly onChange: (point: Point) => void
}

/** The words of one point in both languages: text, help, sub-questions and options. Their number is fixed (REQ-PAT-21). */
export const PointInputs = ({ place, point, errors, onChange }: Props) => {
  const { t } = useLingui()
  const number = place + 1
  const codes = sf36Items.filter((item) => item.point === place).map(({ code }) => code)
  /** The input of one text. `path` is its place in the point, `change` puts a new text there. */
  const row = (
    label: string,
    path: string,
    read: (words: Sf36PointText) => string,
    change: (words: Sf36PointText, text: string) => Sf36PointText,
  ) => (
    <div key={path} className={versioned.pair}>
      {(['it', 'en'] as const).map((language) => (
        <Textarea
          key={language}
          id={fieldId(`${language}.${place}.${path}`)}
          label={language === 'it' ? t`${label}, italiano` : t`${label}, inglese`}
          lang={language}
          rows={1}
          error={errors[`${language}.${place}.${path}`]}
          value={read(point[language])}
          onChange={(event) => onChange({ ...point, [language]: change(point[language], event.currentTarget.value) })}
        />
      ))}
    </div>
  )
  return (
    <fieldset className={classes.point}>
      <legend>{t`Punto ${number}`}</legend>
      {row(
        t`Testo`,
        'text',
        ({ text }) => text,
        (words, text) => ({ ...words, text }),
      )}
      {row(
        t`Aiuto`,
        'help',
        ({ help }) => help,
        (words, help) => ({ ...words, help }),
      )}
      {point.it.questions.map((_question, index) => {
        const code = codes[index] ?? ''
        return row(
          t`Quesito ${code}`,
          `questions.${index}`,
          ({ questions }) => questions[index] ?? '',
          (words, text) => ({ ...words, questions: words.questions.with(index, text) }),
        )
      })}
      {point.it.options.map((_option, index) => {
        const option = index + 1
        return row(
          t`Risposta ${option}`,
          `options.${index}`,
          ({ options }) => options[index] ?? '',
          (words, text) => ({ ...words, options: words.options.with(index, text) }),
        )
      })}
    </fieldset>
  )
}
