import { Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import versioned from '../../versioned-texts/versioned-texts.module.css'

type Props = {
  readonly label: string
  /** Index of the question, and of the text in it. */
  readonly place: number
  readonly path: string
  readonly texts: Readonly<Record<Language, string>>
  readonly errors: FormErrors
  readonly onChange: (language: Language, text: string) => void
}

/** A text in both languages, side by side in a wide window. */
export const TextPair = ({ label, place, path, texts, errors, onChange }: Props) => {
  const { t } = useLingui()
  return (
    <div className={versioned.pair}>
      {(['it', 'en'] as const).map((language) => (
        <Textarea
          key={language}
          id={fieldId(`${language}.${place}.${path}`)}
          label={language === 'it' ? t`${label}, italiano` : t`${label}, inglese`}
          lang={language}
          rows={1}
          error={errors[`${language}.${place}.${path}`]}
          value={texts[language]}
          onChange={(event) => onChange(language, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}
