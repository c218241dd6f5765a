import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Field, SectionName } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { sectionId, useCompleteness } from './record-section.tsx'
import classes from './section-list.module.css'

export type ShownSection = { readonly section: SectionName; readonly fields: readonly Field[] }

type ItemProps = ShownSection & {
  readonly isWrong: boolean
}

const SectionItem = memo(({ section, fields, isWrong }: ItemProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { filled, total } = useCompleteness(fields)
  const label = sectionLabels[section][language]
  return (
    <li>
      <Link
        to="."
        hash={sectionId(section)}
        replace
        resetScroll={false}
        className={classes.item}
        data-wrong={isWrong || undefined}
        title={t`${plural(filled, { one: '# campo compilato', other: '# campi compilati' })} su ${total}`}
      >
        <span>
          {label} {isWrong && <strong className={classes.wrong}>{t`da correggere`}</strong>}
        </span>{' '}
        <span className={classes.count}>{`${filled}/${total}`}</span>
      </Link>
    </li>
  )
})

type Props = {
  readonly sections: readonly ShownSection[]
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly areAllOpen: boolean
  readonly onToggleAll: () => void
}

/** The sections of a record next to its form, with completeness and errors; a choice opens the section (REQ-CRF-06). */
export const SectionList = ({ sections, errors, areAllOpen, onToggleAll }: Props) => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Sezioni della cartella`} className={classes.list}>
      <Button size="compact-sm" variant="subtle" color="blue" onClick={onToggleAll}>
        {areAllOpen ? t`Chiudi tutte` : t`Apri tutte`}
      </Button>
      <ul>
        {sections.map(({ section, fields }) => (
          <SectionItem key={section} section={section} fields={fields} isWrong={fields.some(({ name }) => errors[name] !== undefined)} />
        ))}
      </ul>
    </nav>
  )
}
