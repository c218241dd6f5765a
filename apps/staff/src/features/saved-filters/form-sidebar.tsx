import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Draft } from './draft.ts'
import { countChosen, type FieldGroup } from './fields/field-groups.ts'
import classes from './saved-filters.module.css'

type Props = {
  readonly draft: Draft
  readonly groups: readonly FieldGroup[]
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly saving: boolean
  readonly onCancel: () => void
}

/** Sidebar of the form, always visible: the state of each section, and the save and cancel buttons. */
export const FormSidebar = ({ draft, groups, errors, saving, onCancel }: Props) => {
  const { t } = useLingui()
  const fieldCount = groups.reduce((sum, group) => sum + countChosen(draft.fields, group), 0)
  const predicateCount = draft.where?.kind === 'predicates' ? draft.where.predicates.length : undefined
  const hasErrors = (...fields: readonly string[]): boolean =>
    Object.keys(errors).some((path) => fields.some((field) => path.startsWith(field)))
  return (
    <aside className={classes.side}>
      <div className={classes.sideButtons}>
        <Button type="submit" loading={saving}>
          <Trans>Salva</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans>Annulla</Trans>
        </Button>
      </div>
      <nav aria-label={t`Sezioni del filtro`} className={classes.sideSections}>
        <Section
          to="section-name"
          done={draft.name.trim() !== '' && draft.description.trim() !== ''}
          wrong={hasErrors('name', 'description')}
        >
          <Trans>Nome e descrizione</Trans>
        </Section>
        <Section to="section-fields" done={fieldCount > 0} wrong={hasErrors('fields')}>
          <Plural value={fieldCount} one="# campo" other="# campi" />
        </Section>
        <Section
          to="section-where"
          done={draft.where !== null && (draft.where.kind === 'predicates' || draft.where.text.trim() !== '')}
          wrong={hasErrors('where')}
        >
          {predicateCount === undefined ? (
            <Trans>Condizioni</Trans>
          ) : (
            <Plural value={predicateCount} one="# condizione" other="# condizioni" />
          )}
        </Section>
      </nav>
    </aside>
  )
}

type SectionProps = { readonly to: string; readonly done: boolean; readonly wrong: boolean; readonly children: ReactNode }

const Section = ({ to, done, wrong, children }: SectionProps) => {
  const { t } = useLingui()
  const state = wrong ? 'wrong' : done ? 'done' : 'open'
  const labels = { wrong: t`da correggere`, done: t`completa`, open: t`da completare` }
  const Icon = { wrong: IconAlertTriangle, done: IconCircleCheck, open: IconCircleDashed }[state]
  const follow = (): void => document.getElementById(to)?.scrollIntoView({ block: 'start' })
  return (
    <button type="button" className={classes.sideSection} data-state={state} onClick={follow}>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
      <span className="visually-hidden">{labels[state]}</span>
    </button>
  )
}
