import { Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getField } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import { sqlTextMax } from '@registry/domain/filter/condition'
import { sqlExamples } from '@registry/domain/filter/sql-examples'
import type { Language } from '@registry/domain/language'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import layout from '../../../layout/layout.module.css'
import { bringInConditions, type Draft, findGuidedConditions } from '../draft.ts'
import type { FieldGroup } from '../fields/field-groups.ts'
import classes from './conditions.module.css'
import type { LoadOptions, OfferedField } from './sql-completions.ts'
import type { ReadCondition } from './use-read-condition.ts'

const toOfferedField = ({ name, label }: FieldGroup['fields'][number], language: Language): OfferedField => {
  const { unit } = getField(name)
  return { name, detail: unit === undefined ? label : `${label} (${formatUnit(unit, language)})` }
}

const SqlEditor = lazy(() => import('./sql-editor.tsx'))

type Props = {
  /** The id of the text box: the link target of errors. */
  readonly id: string
  readonly error: ReactNode
  readonly draft: Draft
  readonly text: string
  readonly read: ReadCondition
  readonly sentences: readonly string[]
  readonly groups: readonly FieldGroup[]
  readonly onChange: (text: string) => void
}

/** A condition as SQL text: the editor, its errors or meaning, and the button that brings in the guided conditions, if there are any. */
export const SqlInput = ({ id, error, draft, text, read: { problem }, sentences, groups, onChange }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const [rejected, setRejected] = useState<ReturnType<typeof bringInConditions>['rejected']>()
  const fields = useMemo(() => groups.flatMap((group) => group.fields).map((field) => toOfferedField(field, language)), [groups, language])
  const loadOptions = useCallback<LoadOptions>(
    async (field) => (await queryClient.fetchQuery(trpc.savedFilters.fieldInfo.queryOptions(field))).options,
    [queryClient],
  )
  const change = (changed: string): void => {
    setRejected(undefined)
    onChange(changed)
  }
  const guided = findGuidedConditions(draft)
  const bringIn = (conditions: NonNullable<typeof guided>): void => {
    const brought = bringInConditions(text, conditions)
    setRejected(brought.rejected)
    if (brought.text !== undefined) onChange(brought.text)
    document.getElementById(id)?.focus()
  }
  const insert = (example: string): void => {
    change(text.trim() === '' ? example : `${text}\nAND (${example})`)
    document.getElementById(id)?.focus()
  }
  const rejections = {
    text: t`Rimuovi il contenuto della casella di testo, poi riprendi le condizioni guidate.`,
    long: t`Le condizioni occupano più di ${sqlTextMax} caratteri: qui non ci stanno.`,
  }
  const [labelId, descriptionId] = [`${id}-label`, `${id}-description`]
  const shownError = problem?.message ?? error
  return (
    <Stack gap="sm">
      {guided && (
        <div>
          <Button variant="default" onClick={() => bringIn(guided)}>
            <Trans>Riprendi le condizioni guidate</Trans>
          </Button>
          {rejected && (
            <p role="alert" className={classes.error}>
              {rejections[rejected]}
            </p>
          )}
        </div>
      )}
      <details>
        <summary className={classes.sqlExamples}>
          <Trans>Esempi da inserire</Trans>
        </summary>
        <ul className={classes.conditions}>
          {sqlExamples.map((example) => (
            <li key={example.text}>
              <Button variant="default" size="compact-sm" classNames={{ label: classes.sqlExample }} onClick={() => insert(example.text)}>
                <code>{example.text}</code>
              </Button>{' '}
              <span className={layout.quiet}>{example.label[language]}</span>
            </li>
          ))}
        </ul>
      </details>
      <div>
        <p id={labelId} className={classes.sqlLabel}>
          <Trans>Condizione in SQL</Trans>
        </p>
        <Suspense fallback={<BlockSkeleton height={170} />}>
          <SqlEditor
            id={id}
            labelId={labelId}
            descriptionId={descriptionId}
            completionsLabel={t`Campi e valori`}
            text={text}
            problem={problem}
            fields={fields}
            loadOptions={loadOptions}
            onChange={change}
          />
        </Suspense>
        <div id={descriptionId} className={classes.sqlHelp}>
          <p className={layout.quiet}>
            <Trans>
              Scrivi un confronto tra campi e valori, per esempio HB &lt; 9 AND SEX = 'F'. Ctrl e Spazio aprono l’elenco di campi e valori,
              Esc lo chiude, Tab esce dalla casella.
            </Trans>
          </p>
          <p role="status" className={shownError === undefined ? layout.quiet : classes.error}>
            {shownError ?? sentences.join(' ')}
          </p>
        </div>
      </div>
    </Stack>
  )
}
