import { Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import classes from './versioned-texts.module.css'

type Props = { readonly value: Language; readonly onChange: (language: Language) => void }

/** Chooses the language of a text. */
export const LanguageChoice = ({ value, onChange }: Props) => {
  const { t } = useLingui()
  return (
    <Radio.Group label={t`Lingua`} value={value} onChange={(chosen) => onChange(chosen === 'en' ? 'en' : 'it')}>
      <div className={classes.radios}>
        <Radio value="it" label={t`Italiano`} />
        <Radio value="en" label={t`Inglese`} />
      </div>
    </Radio.Group>
  )
}
