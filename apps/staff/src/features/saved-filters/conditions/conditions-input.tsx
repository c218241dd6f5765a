import { ActionIcon, Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import type { Predicate } from '@registry/domain/filter/predicate'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import layout from '../../../layout/layout.module.css'
import { ConditionSentences } from './condition-sentences.tsx'
import classes from './conditions.module.css'

type Conditions = Extract<WrittenCondition, { kind: 'predicates' }>

type Props = {
  /** The id of the add button: the link target of errors about the whole condition. */
  readonly id: string
  readonly error: ReactNode
  readonly errorAt: (index: number) => ReactNode
  readonly condition: Conditions | null
  readonly sentences: readonly string[]
  /** Opens the condition with this index; the index after the last one opens a new condition. */
  readonly onEdit: (index: number) => void
  readonly onChange: (condition: Conditions) => void
}

/** The conditions as sentences, with buttons to add, change and remove them. */
export const ConditionsInput = ({ id, error, errorAt, condition, sentences, onEdit, onChange }: Props) => {
  const predicates: readonly Predicate[] = condition?.predicates ?? []
  const remove = (index: number): void => {
    onChange({ kind: 'predicates', predicates: predicates.toSpliced(index, 1) })
    document.getElementById(id)?.focus()
  }
  return (
    <Stack gap="sm">
      {condition === null ? (
        <BrokenCondition onReset={() => onChange({ kind: 'predicates', predicates: [] })} />
      ) : (
        <ConditionSentences
          sentences={sentences}
          actions={sentences.map((sentence, index) => (
            <Tools
              key={`${index} ${sentence}`}
              id={`${id}.predicates.${index}`}
              sentence={sentence}
              error={errorAt(index)}
              onEdit={() => onEdit(index)}
              onRemove={() => remove(index)}
            />
          ))}
        />
      )}
      {error !== undefined && <p className={classes.error}>{error}</p>}
      <div>
        <Button id={id} variant="default" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => onEdit(predicates.length)}>
          <Trans>Aggiungi una condizione</Trans>
        </Button>
      </div>
    </Stack>
  )
}

type ToolsProps = {
  readonly id: string
  readonly sentence: string
  readonly error: ReactNode
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const tool = { variant: 'subtle', color: 'gray', size: 'lg' } as const

const Tools = ({ id, sentence, error, onEdit, onRemove }: ToolsProps) => {
  const { t } = useLingui()
  return (
    <>
      {error !== undefined && <span className={classes.error}>{error}</span>}
      <ActionIcon {...tool} id={id} aria-label={t`Modifica la condizione: ${sentence}`} onClick={onEdit}>
        <IconPencil size={20} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...tool} aria-label={t`Togli la condizione: ${sentence}`} onClick={onRemove}>
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}

const BrokenCondition = ({ onReset }: { readonly onReset: () => void }) => {
  const { t } = useLingui()
  return (
    <Notice status="error" title={t`Le condizioni salvate non sono più leggibili`}>
      <p className={layout.paragraph}>
        <Trans>Scrivile di nuovo, oppure toglile: senza condizioni il filtro prende tutti i pazienti.</Trans>
      </p>
      <Button variant="default" onClick={onReset}>
        <Trans>Ricomincia senza condizioni</Trans>
      </Button>
    </Notice>
  )
}
