import { Textarea, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import type { Predicate } from '@registry/domain/filter/predicate'
import { filterDescriptionMax, filterNameMax } from '@registry/domain/filter/limits'
import { useShell } from '@registry/app-shell/shell.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import layout from '../../layout/layout.module.css'
import { ConditionEffect } from './conditions/condition-effect.tsx'
import { ConditionModes } from './conditions/condition-modes.tsx'
import { Conflict } from './conflict.tsx'
import { FieldSelectionInput } from './fields/field-selection-input.tsx'
import type { RunsAs } from '../../exports/export-file.ts'
import { FilterCount } from './conditions/filter-count.tsx'
import { DraftPreview } from './results/draft-preview.tsx'
import { FormSidebar } from './form-sidebar.tsx'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import classes from './saved-filters.module.css'
import { useFieldGroups } from './fields/use-field-groups.ts'
import { useFilterCount } from './conditions/use-filter-count.ts'
import { useFilterForm } from './use-filter-form.ts'
import { switchMode } from './draft.ts'
import { useConditionEditor } from './conditions/use-condition-editor.ts'
import { useReadCondition } from './conditions/use-read-condition.ts'

const noPredicates: readonly Predicate[] = []

type Props = {
  readonly filter: SavedFilter | undefined
  /** The role whose patients the form counts; undefined for a role that runs no filter. */
  readonly runsAs: RunsAs | undefined
  readonly onSaved: (filter: SavedFilter) => void
  readonly onCancel: () => void
}

/** The form of a filter: name and description, fields, conditions (REQ-FIL-02). */
const FilterForm = ({ filter, runsAs, onSaved, onCancel }: Props) => {
  const { t } = useLingui()
  const groups = useFieldGroups()
  const form = useFilterForm(filter, onSaved)
  const { draft, change } = form
  const predicates = draft.where?.kind === 'predicates' ? draft.where.predicates : noPredicates
  const editor = useConditionEditor(predicates, (changed) => change({ where: { kind: 'predicates', predicates: changed } }))
  const read = useReadCondition(draft.where)
  const preview = draft.where?.kind === 'predicates' ? editor.preview : undefined
  const count = useFilterCount(runsAs, preview ?? read.condition)
  const isDirty = form.dirty || editor.hasBegun
  const save = (): void => {
    if (editor.finish()) form.save()
  }
  const switchTo = (mode: WrittenCondition['kind']): void => {
    if (editor.finish()) change(switchMode(form.getDraft(), mode))
  }
  const discard = (): void => {
    editor.close()
    form.discard()
  }
  const takeCurrent = (): void => {
    editor.close()
    form.takeCurrent()
  }
  const { drafts } = useShell()
  const cancel = async (): Promise<void> => {
    const isDropped =
      !isDirty ||
      (await askConfirmation({
        title: t`Modifiche non salvate`,
        text: t`Le modifiche al filtro vanno perse.`,
        confirm: t`Scarta le modifiche`,
        destructive: true,
      }))
    if (!isDropped) return
    discard()
    onCancel()
  }
  // A draft that outlives the page needs no question.
  useLeaveGuard((form.dirty && !drafts.isLasting()) || editor.hasBegun, {
    title: t`Modifiche non salvate`,
    text: t`Se esci ora, le modifiche al filtro vanno perse.`,
    confirm: t`Esci senza salvare`,
    destructive: true,
  })
  return (
    <>
      {form.isRestored && <RestoredDraft onDiscard={discard} />}
      <ErrorSummary errors={form.errors} />
      {form.conflict && <Conflict current={form.conflict} draft={draft} onOverwrite={form.overwrite} onTakeCurrent={takeCurrent} />}
      <Form onSubmit={save} label={t`Filtro`}>
        <div className={classes.form}>
          <div className={classes.sections}>
            <section id="section-name" aria-labelledby="heading-name" className={classes.pair}>
              <h2 id="heading-name" className={layout.title}>
                <Trans>Nome e descrizione</Trans>
              </h2>
              <TextInput
                {...form.field('name')}
                label={t`Nome`}
                description={<Counter text={draft.name} max={filterNameMax} />}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                autoFocus
                value={draft.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <Textarea
                {...form.field('description')}
                label={t`Descrizione`}
                description={<Counter text={draft.description} max={filterDescriptionMax} />}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                rows={3}
                value={draft.description}
                onChange={(event) => change({ description: event.currentTarget.value })}
              />
            </section>
            <section id="section-fields" aria-labelledby="heading-fields">
              <h2 id="heading-fields" className={layout.title}>
                <Trans>Campi da mostrare</Trans>
              </h2>
              <FieldSelectionInput
                id={form.field('fields').id}
                error={form.errors['fields']}
                groups={groups}
                selection={draft.fields}
                onChange={(fields) => change({ fields })}
                onCondition={draft.where?.kind === 'predicates' ? editor.begin : undefined}
              />
            </section>
            <section id="section-where" aria-labelledby="heading-where" className={classes.where}>
              <h2 id="heading-where" className={layout.title}>
                <Trans>Condizioni</Trans>
              </h2>
              <ConditionModes
                id={form.field('where').id}
                error={form.errors['where']}
                errorAt={(index) => form.errors[`where.predicates.${index}`]}
                draft={draft}
                read={read}
                groups={groups}
                editor={editor}
                runsAs={runsAs}
                effect={runsAs && <ConditionEffect count={count} step={editor.step} isComplete={editor.preview !== undefined} />}
                onChange={change}
                onSwitch={switchTo}
              />
              {runsAs && draft.where && <FilterCount count={count} runsAs={runsAs} fields={draft.fields} />}
            </section>
            {runsAs && <DraftPreview runsAs={runsAs} fields={draft.fields} where={read.condition} />}
          </div>
          <FormSidebar draft={draft} groups={groups} errors={form.errors} saving={form.saving} onCancel={() => void cancel()} />
        </div>
      </Form>
    </>
  )
}

/** The length of a text and its limit. A longer text is not truncated; saving rejects it with a message. */
const Counter = ({ text, max }: { readonly text: string; readonly max: number }) => {
  const { length } = text.trim()
  return (
    <span className={classes.counter} data-over={length > max}>
      <Trans>
        {length} di {max} caratteri
      </Trans>
    </span>
  )
}

// React.lazy loads a default export.
export default FilterForm
