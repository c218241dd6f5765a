import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import { type ReactNode, useState } from 'react'
import classes from './versioned-texts.module.css'

/** A text as wide as on a phone. */
export const PhonePreview = ({ lang, children }: { readonly lang?: Language; readonly children: ReactNode }) => {
  const { t } = useLingui()
  return (
    <section className={classes.phone} aria-label={t`Anteprima`} lang={lang}>
      {children}
    </section>
  )
}

type Props = {
  /** Unique on the page. */
  readonly name: string
  readonly text: string
  readonly help?: string | undefined
  readonly options: readonly string[]
  /** Content above the question. */
  readonly children?: ReactNode
}

/** A question in the patients' own components. The answer is not sent. */
export const PreviewQuestion = ({ name, text, help, options, children }: Props) => {
  const [chosen, setChosen] = useState<number>()
  return (
    <div className={classes.question}>
      {children}
      <OptionGroup id={name} legend={text} help={help} error={undefined} columns={options.length === 2 ? 2 : 1}>
        {(describedBy) =>
          options.map((option, index) => (
            <Option key={index} name={name} checked={chosen === index} describedBy={describedBy} onChoose={() => setChosen(index)}>
              {option}
            </Option>
          ))
        }
      </OptionGroup>
    </div>
  )
}
