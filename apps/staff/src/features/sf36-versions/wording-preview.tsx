import { Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import type { Language } from '@registry/domain/language'
import { sf36Items } from '@registry/domain/sf36/structure'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import classes from './sf36-versions.module.css'

/** A wording as the patient sees it on a phone, in the patients' own components (REQ-PAT-21). */
export const WordingPreview = ({ version: { licence, content } }: { readonly version: Sf36Version }) => {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('it')
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  return (
    <>
      <Radio.Group label={t`Lingua`} value={language} onChange={(value) => setLanguage(value === 'en' ? 'en' : 'it')}>
        <div className={classes.radios}>
          <Radio value="it" label={t`Italiano`} />
          <Radio value="en" label={t`Inglese`} />
        </div>
      </Radio.Group>
      <section className={classes.phone} aria-label={t`Anteprima`}>
        <h2 className={classes.title}>{licence === '' ? t`Questionario sulla salute (RAND-36)` : t`Questionario sulla salute (SF-36)`}</h2>
        {licence === '' && <Notice status="waiting">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>}
        <div lang={language}>
          {sf36Items.map(({ code, point: place }, index) => {
            const point = content[language][place]
            if (!point) return null
            const first = sf36Items.findIndex((item) => item.point === place)
            const question = point.questions[index - first]
            return (
              <div key={code} className={classes.question}>
                {question !== undefined && index === first && <p className={classes.context}>{point.text}</p>}
                <OptionGroup
                  id={`preview-${code}`}
                  legend={question ?? point.text}
                  help={point.help === '' ? undefined : point.help}
                  error={undefined}
                  columns={point.options.length === 2 ? 2 : 1}
                >
                  {(describedBy) =>
                    point.options.map((option, number) => (
                      <Option
                        key={option}
                        name={`preview-${code}`}
                        checked={chosen[code] === number}
                        describedBy={describedBy}
                        onChoose={() => setChosen({ ...chosen, [code]: number })}
                      >
                        {option}
                      </Option>
                    ))
                  }
                </OptionGroup>
              </div>
            )
          })}
        </div>
      </section>
    </>
  )
}
