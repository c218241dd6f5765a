import { Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import classes from './consent-texts.module.css'
import { useTextLabels } from './text-labels.ts'

type Props = { readonly value: Language; readonly onChange: (language: Language) => void }

/** Chooses the language of a text. */
export const LanguageChoice = ({ value, onChange }: Props) => {
  const { t } = useLingui()
  const { languages } = useTextLabels()
  return (
    <Radio.Group label={t`Lingua`} value={value} onChange={(chosen) => onChange(chosen === 'en' ? 'en' : 'it')}>
      <div className={classes.radios}>
        {languages.map((language) => (
          <Radio key={language.value} value={language.value} label={language.label} />
        ))}
      </div>
    </Radio.Group>
  )
}
