import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { countFilled } from '@registry/domain/ecrf/form'
import type { Field, SectionName } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Link } from '@tanstack/react-router'
import { memo, useSyncExternalStore } from 'react'
import { sectionId } from './record-section.tsx'
import type { RecordStore } from './record-store.ts'
import classes from './section-list.module.css'

export type ShownSection = { readonly section: SectionName; readonly fields: readonly Field[] }

type ItemProps = ShownSection & {
  readonly store: RecordStore
  readonly isWrong: boolean
}

const SectionItem = memo(({ section, fields, store, isWrong }: ItemProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const filled = useSyncExternalStore(store.subscribe, () => countFilled(fields, store.record()))
  const total = fields.length
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
  readonly store: RecordStore
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly areAllOpen: boolean
  readonly onToggleAll: () => void
}

/** The sections of a record next to its form, with completeness and errors; a choice opens the section (REQ-CRF-06). */
export const SectionList = ({ sections, store, errors, areAllOpen, onToggleAll }: Props) => {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Sezioni della cartella`} className={classes.list}>
      <Button size="compact-sm" variant="subtle" color="blue" onClick={onToggleAll}>
        {areAllOpen ? t`Chiudi tutte` : t`Apri tutte`}
      </Button>
      <ul>
        {sections.map(({ section, fields }) => (
          <SectionItem
            key={section}
            section={section}
            fields={fields}
            store={store}
            isWrong={fields.some(({ name }) => errors[name] !== undefined)}
          />
        ))}
      </ul>
    </nav>
  )
}
