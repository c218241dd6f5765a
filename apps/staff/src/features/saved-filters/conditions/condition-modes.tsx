import { Button, Stack } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import layout from '../../../layout/layout.module.css'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import type { Draft } from '../draft.ts'
import { useConditionSentences } from './condition-sentences.tsx'
import { ConditionsInput, type ConditionsInputProps } from './conditions-input.tsx'
import { SqlInput } from './sql-input.tsx'
import type { ReadCondition } from './use-read-condition.ts'

type Props = Omit<ConditionsInputProps, 'condition' | 'onChange'> & {
  readonly draft: Draft
  readonly read: ReadCondition
  readonly onChange: (part: Partial<Draft>) => void
  readonly onSwitch: (mode: WrittenCondition['kind']) => void
}

/** The condition of a filter, as conditions or as SQL. Changing the mode keeps what was written in the other (REQ-FIL-16). */
export const ConditionModes = ({ draft, read, onChange, onSwitch, ...input }: Props) => {
  const sentences = useConditionSentences(read.condition)
  const { where, aside } = draft
  const isSql = where?.kind === 'sql'
  return (
    <Stack gap="sm">
      {isSql ? (
        <SqlInput
          id={input.id}
          error={input.error}
          draft={draft}
          text={where.text}
          read={read}
          sentences={sentences}
          groups={input.groups}
          onChange={(text) => onChange({ where: { kind: 'sql', text } })}
        />
      ) : (
        <ConditionsInput {...input} condition={where} onChange={(changed) => onChange({ where: changed })} />
      )}
      <div>
        <Button variant="default" onClick={() => onSwitch(isSql ? 'predicates' : 'sql')}>
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
