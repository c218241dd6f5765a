import { ActionIcon, Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import { removePredicate } from '@registry/domain/filter/condition-tree'
import type { Predicate } from '@registry/domain/filter/predicate'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RunsAs } from '../../../exports/export-file.ts'
import layout from '../../../layout/layout.module.css'
import type { FieldGroup } from '../fields/field-groups.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { EverybodyNotice, usePredicateSentences } from './condition-sentences.tsx'
import classes from './conditions.module.css'
import { type ConditionEditor as Editor, type EditedPlace, focusInput, inputName } from './use-condition-editor.ts'

type Conditions = Extract<WrittenCondition, { kind: 'predicates' }>

export type ConditionsInputProps = {
  /** The id of the input of a new condition: the link target of errors about the whole condition. */
  readonly id: string
  readonly error: ReactNode
  readonly errorAt: (index: number) => ReactNode
  readonly condition: Conditions | null
  readonly editor: Editor
  readonly groups: readonly FieldGroup[]
  readonly runsAs: RunsAs | undefined
  /** Effect of the edited condition on the number of patients. */
  readonly effect: ReactNode
  readonly onChange: (condition: Conditions) => void
}

const none: readonly Predicate[] = []

/** The conditions as sentences. One is written in its place; the last line always adds the next one. */
export const ConditionsInput = ({ id, error, errorAt, condition, editor, groups, runsAs, effect, onChange }: ConditionsInputProps) => {
  const predicates = condition?.predicates ?? none
  const sentences = usePredicateSentences(predicates)
  const { place } = editor
  if (condition === null) return <BrokenCondition onReset={() => onChange({ kind: 'predicates', predicates: [] })} />

  const conditionId = (index: number): string => `${id}.predicates.${index}`
  const focusNew = (): void => focusInput(inputName('field'))
  // The next line is on the page after the next render only.
  const moveOn = (left: EditedPlace): void =>
    void requestAnimationFrame(() => (left.kind === 'change' ? document.getElementById(conditionId(left.index))?.focus() : focusNew()))
  const accept = (): void => {
    if (editor.accept()) moveOn(place)
  }
  const cancel = (): void => {
    editor.close()
    moveOn(place)
  }
  const remove = (index: number): void => {
    if (place.kind !== 'new') editor.close()
    onChange({ kind: 'predicates', predicates: removePredicate(predicates, index) })
    document.getElementById(id)?.focus()
  }
  const addAnother = (): void => {
    if (!editor.finish()) return
    editor.close()
    moveOn({ kind: 'new' })
  }
  const editing = <ConditionEditor editor={editor} groups={groups} runsAs={runsAs} effect={effect} onCancel={cancel} onAccept={accept} />
  return (
    <Stack gap="sm">
      {predicates.length === 0 && <EverybodyNotice />}
      <ol className={classes.conditions}>
        {predicates.map((predicate, index) => {
          const sentence = sentences[index] ?? ''
          const isLast = !predicates[index + 1]?.or
          return (
            <li key={`${index} ${sentence}`} className={classes.condition} data-alternative={predicate.or === true}>
              {place.kind === 'change' && place.index === index ? (
                editing
              ) : (
                <>
                  <Sentence joined={index === 0 ? undefined : predicate.or ? 'or' : 'and'}>{sentence}</Sentence>
                  <Tools
                    id={conditionId(index)}
                    sentence={sentence}
                    error={errorAt(index)}
                    onEdit={() => editor.open({ kind: 'change', index })}
                    onRemove={() => remove(index)}
                    onAlternative={isLast ? () => editor.open({ kind: 'alternative', index }) : undefined}
                  />
                </>
              )}
              {place.kind === 'alternative' && place.index === index && editing}
            </li>
          )
        })}
      </ol>
      {error !== undefined && <p className={classes.error}>{error}</p>}
      <div id={id} tabIndex={-1}>
        {place.kind === 'new' ? (
          editing
        ) : (
          <Button variant="default" leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={addAnother}>
            <Trans>Aggiungi una condizione</Trans>
          </Button>
        )}
      </div>
    </Stack>
  )
}

const Sentence = ({ joined, children }: { readonly joined: 'and' | 'or' | undefined; readonly children: string }) => (
  <span className={classes.sentence}>
    {joined === 'and' && <Trans>e</Trans>}
    {joined === 'or' && <Trans>oppure</Trans>} {children}
  </span>
)

type ToolsProps = {
  readonly id: string
  readonly sentence: string
  readonly error: ReactNode
  readonly onEdit: () => void
  readonly onRemove: () => void
  /** Undefined in the middle of a group of alternatives. */
  readonly onAlternative: (() => void) | undefined
}

const tool = { variant: 'subtle', color: 'gray', size: 'lg' } as const

const Tools = ({ id, sentence, error, onEdit, onRemove, onAlternative }: ToolsProps) => {
  const { t } = useLingui()
  return (
    <>
      {error !== undefined && <span className={classes.error}>{error}</span>}
      {onAlternative && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t`oppure… un’altra condizione: ${sentence}`}
          onClick={onAlternative}
        >
          <Trans>oppure…</Trans>
        </Button>
      )}
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
