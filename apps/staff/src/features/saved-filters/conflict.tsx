import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { showMoment } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import layout from '../../layout/layout.module.css'
import { type Draft, toDraft } from './draft.ts'
import { isSame } from './draft.ts'
import classes from './saved-filters.module.css'
import { SelectionSummary } from './fields/selection-summary.tsx'
import { useConditionSentences } from './conditions/condition-sentences.tsx'

type Props = {
  /** The stored filter. */
  readonly current: SavedFilter
  readonly draft: Draft
  readonly onOverwrite: () => void
  readonly onTakeCurrent: () => void
}

/** Another person saved the filter in between: shows the differences, and the person chooses a version (FAULT-13). */
export const Conflict = ({ current, draft, onOverwrite, onTakeCurrent }: Props) => {
  const { t } = useLingui()
  const stored = toDraft(current)
  const sentences = useConditionSentences(current.where)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const when = showMoment(current.changedAt)
  return (
    <div ref={box} tabIndex={-1} className={classes.conflict}>
      <Notice status="error" title={t`Il filtro è stato modificato da un’altra persona il ${when}`}>
        <p className={layout.paragraph}>
          <Trans>
            Le tue modifiche sono ancora qui sotto e non sono state salvate. Ecco che cosa c’è ora di diverso nel filtro salvato.
          </Trans>
        </p>
        <dl className={classes.facts}>
          {!isSame(stored.name, draft.name) && <Fact name={t`Nome`}>{stored.name}</Fact>}
          {!isSame(stored.description, draft.description) && <Fact name={t`Descrizione`}>{stored.description}</Fact>}
          {!isSame(stored.fields, draft.fields) && (
            <Fact name={t`Campi`}>
              <SelectionSummary selection={stored.fields} />
            </Fact>
          )}
          {!isSame(stored.where, draft.where) && <Fact name={t`Condizioni`}>{sentences.join('; ') || t`nessuna`}</Fact>}
        </dl>
        <p className={layout.paragraph}>
          <Trans>Se salvi le tue, sostituiscono queste. Se prendi queste, le tue vanno perse.</Trans>
        </p>
        <div className={layout.tightButtons}>
          <Button variant="default" onClick={onOverwrite}>
            <Trans>Salva le mie</Trans>
          </Button>
          <Button variant="default" onClick={onTakeCurrent}>
            <Trans>Prendi queste</Trans>
          </Button>
        </div>
      </Notice>
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
