import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { showMoment } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import type { ReactNode } from 'react'
import layout from '../../layout/layout.module.css'
import { isBroken } from './draft.ts'
import classes from './saved-filters.module.css'
import { ConditionSentences, useConditionSentences } from './conditions/condition-sentences.tsx'
import { ColumnChips } from './fields/column-chips.tsx'

/** A filter, read-only: its conditions in sentences, its columns in order, and a preview for a role that runs it. */
export const FilterView = ({ filter, preview }: { readonly filter: SavedFilter; readonly preview: ReactNode }) => {
  const { t } = useLingui()
  const when = showMoment(filter.changedAt)
  return (
    <div className={classes.view}>
      {isBroken(filter) && <BrokenNotice filter={filter} />}
      {filter.isDisabled && (
        <Notice status="warning" title={t`Questo filtro è disabilitato`}>
          <Trans>Finché non viene riabilitato non può essere eseguito né esportato.</Trans>
        </Notice>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>{t`Autore`}</dt>
          <dd>{filter.author}</dd>
        </div>
        <div>
          <dt>{t`Modificato`}</dt>
          <dd>{when}</dd>
        </div>
      </dl>
      <div className={classes.halves}>
        {filter.where && <Conditions condition={filter.where} />}
        {filter.fields && <Columns selection={filter.fields} />}
      </div>
      {preview}
    </div>
  )
}

const BrokenNotice = ({ filter: { fields, where, mayChange } }: { readonly filter: SavedFilter }) => {
  const { t } = useLingui()
  return (
    <Notice status="error" title={t`Questo filtro è da correggere`}>
      {fields === null && (
        <p>
          <Trans>La scelta dei campi non è più leggibile: un campo non esiste più.</Trans>
        </p>
      )}
      {where === null && (
        <p>
          <Trans>Le condizioni non sono più leggibili: un campo o un valore non esiste più.</Trans>
        </p>
      )}
      <p>
        <Trans>Finché resta così non può essere eseguito né esportato.</Trans>
      </p>
      <p>{mayChange ? <Trans>Modificalo e salvalo.</Trans> : <Trans>Può correggerlo l’autore o un GlobalAdmin.</Trans>}</p>
    </Notice>
  )
}

const Columns = ({ selection }: { readonly selection: NonNullable<SavedFilter['fields']> }) => {
  const { t } = useLingui()
  const count = listSelectedFields(selection).length
  return (
    <section aria-label={t`Colonne`}>
      <h2 className={layout.title}>
        <Plural value={count} one="# colonna" other="# colonne" />
      </h2>
      <ColumnChips selection={selection} />
    </section>
  )
}

const Conditions = ({ condition }: { readonly condition: NonNullable<SavedFilter['where']> }) => {
  const { t } = useLingui()
  const sentences = useConditionSentences(condition)
  return (
    <section aria-label={t`Condizioni`}>
      <h2 className={layout.title}>
        <Plural value={sentences.length} one="# condizione" other="# condizioni" />
      </h2>
      <ConditionSentences sentences={sentences} />
      {condition.kind === 'sql' && (
        <pre className={classes.sqlText} aria-label={t`Condizione in SQL`}>
          {condition.text}
        </pre>
      )}
    </section>
  )
}
