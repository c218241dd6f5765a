import { Button, Stack } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import layout from '../../../layout/layout.module.css'
import { type Draft, switchMode } from '../draft.ts'
import type { FieldGroup } from '../fields/field-groups.ts'
import { useConditionSentences } from './condition-sentences.tsx'
import { ConditionsInput } from './conditions-input.tsx'
import { SqlInput } from './sql-input.tsx'
import type { ReadCondition } from './use-read-condition.ts'

type Props = {
  readonly id: string
  readonly error: ReactNode
  readonly errorAt: (index: number) => ReactNode
  readonly draft: Draft
  readonly read: ReadCondition
  readonly groups: readonly FieldGroup[]
  readonly onEdit: (index: number) => void
  readonly onChange: (part: Partial<Draft>) => void
}

/** The condition of a filter, as conditions or as SQL. Changing the mode keeps what was written in the other (REQ-FIL-16). */
export const ConditionModes = ({ id, error, errorAt, draft, read, groups, onEdit, onChange }: Props) => {
  const sentences = useConditionSentences(read.condition)
  const { where, aside } = draft
  const isSql = where?.kind === 'sql'
  return (
    <Stack gap="sm">
      {isSql ? (
        <SqlInput
          id={id}
          error={error}
          draft={draft}
          text={where.text}
          read={read}
          sentences={sentences}
          groups={groups}
          onChange={(text) => onChange({ where: { kind: 'sql', text } })}
        />
      ) : (
        <ConditionsInput
          id={id}
          error={error}
          errorAt={errorAt}
          condition={where}
          sentences={sentences}
          onEdit={onEdit}
          onChange={(changed) => onChange({ where: changed })}
        />
      )}
      <div>
        <Button variant="default" onClick={() => onChange(switchMode(draft, isSql ? 'predicates' : 'sql'))}>
          {isSql ? <Trans>Usa le condizioni guidate</Trans> : <Trans>Scrivi la condizione in SQL</Trans>}
        </Button>
        {aside && (
          <p className={layout.quiet}>
            {isSql ? (
              <Trans>Si salva solo la condizione in SQL. Le condizioni guidate restano qui finché non salvi.</Trans>
            ) : (
              <Trans>Si salvano solo le condizioni guidate. Il testo in SQL resta qui finché non salvi.</Trans>
            )}
          </p>
        )}
      </div>
    </Stack>
  )
}
