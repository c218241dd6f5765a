import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { formSections } from '@registry/domain/ecrf/form'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useValueText } from './use-value-text.ts'
import classes from './ecrf.module.css'

type Props = {
  readonly code: string
  readonly choices: RecordChoices
  /** The moments of the saves, the newest first. */
  readonly moments: readonly string[]
}

/** The filled fields of the record as it was after one of its saves (REQ-CRF-03). */
export const RecordSnapshotView = ({ code, choices, moments }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  const [at, setAt] = useState<string | null>(null)
  const { data } = useQuery(trpc.ecrf.past.queryOptions(at === null ? skipToken : { code, at }))
  const values = data?.values ?? {}
  const sections = formSections
    .map(({ section, fields }) => ({ section, filled: fields.filter(({ name }) => (values[name] ?? null) !== null) }))
    .filter(({ filled }) => filled.length > 0)
  return (
    <>
      <Select
        label={t`La cartella com’era`}
        placeholder={t`Scegli un salvataggio`}
        data={moments.map((moment) => ({ value: moment, label: showMoment(moment) }))}
        value={at}
        onChange={setAt}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Svuota` }}
      />
      {at !== null && !data && <BlockSkeleton height={120} />}
      {data && sections.length === 0 && <p className={classes.note}>{t`Allora la cartella non aveva valori.`}</p>}
      {sections.map(({ section, filled }) => (
        <section key={section} aria-label={sectionLabels[section][language]}>
          <h2 className={classes.pastTitle}>{sectionLabels[section][language]}</h2>
          <dl className={classes.facts}>
            {filled.map(({ name, label }) => (
              <div key={name}>
                <dt>{label[language]}</dt>
                <dd>{showValue(name, values[name])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
