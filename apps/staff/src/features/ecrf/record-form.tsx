import { Button, Switch, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { OpenCorrection } from '@registry/api-contract/corrections'
import type { CentreQuery, Discrepancy } from '@registry/api-contract/discrepancies'
import type { PatientRecordView, RecordChoices, RecordSaved } from '@registry/api-contract/ecrf'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formSections } from '@registry/domain/ecrf/form'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useActorName } from '../../app/actor-name.ts'
import { trpc } from '../../app/shell.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import { TextDialog } from '../../dialogs/text-dialog.tsx'
import { AnswerDialog } from '../../discrepancies/answer-dialog.tsx'
import { TakeComputedDialog } from '../../discrepancies/take-computed-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import classes from './ecrf.module.css'
import { RecordProvider } from './record-context.ts'
import { RecordSection } from './record-section.tsx'
import { SectionList } from './section-list.tsx'
import { useOpenSections } from './use-open-sections.ts'
import { useRecordForm } from './use-record-form.ts'
import { useSharedByFields } from './use-shared-by-fields.ts'

type Props = {
  readonly record: PatientRecordView
  readonly choices: RecordChoices
  readonly discrepancies: readonly Discrepancy[]
  /** The centre's questions to the DataManagers about the record. */
  readonly queries: readonly CentreQuery[]
  /** The patient's open requests for correction. */
  readonly corrections: readonly OpenCorrection[]
  /** A section or field of the address. */
  readonly place: string
  readonly onChanged: (changed: boolean) => void
}

/** Saves on Ctrl+S, from wherever the focus is. */
const useSaveKey = (save: () => Promise<void>): void => {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Asks the DataManagers about a field of the record, and closes such a question (REQ-CRF-23). */
const useManagerQueries = (record: string) => {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<FieldName>()
  const ask = useMutation(trpc.discrepancies.askManagers.mutationOptions(ownFailures))
  const { mutateAsync: close } = useMutation(trpc.discrepancies.closeQuery.mutationOptions())
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: trpc.discrepancies.queries.pathKey() }), [queryClient])
  const askManagers = async (field: FieldName, question: string): Promise<void> => {
    await ask.mutateAsync({ record, field, question })
    await refresh()
  }
  // The same function at each render, because the inputs share it.
  const closeQuery = useCallback(({ id }: CentreQuery) => void close({ of: 'centre', id }).then(refresh), [close, refresh])
  return { asked, setAsked, askManagers, closeQuery }
}

const noWarnings: RecordSaved['warnings'] = []

export const RecordForm = ({ record, choices, discrepancies, queries, corrections, place, onChanged }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const form = useRecordForm(record)
  const { store, errors, outcome, isChanged, isWritable } = form
  const { opened, areAllOpen, toggle, toggleAll, revealed, focus } = useOpenSections(place)
  const [asksReasons, setAsksReasons] = useState(false)
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  useSaveKey(form.save)
  useLeaveGuard(isChanged, {
    title: t`Modifiche non salvate`,
    text: t`Le modifiche restano in questo browser come bozza per 24 ore.`,
    confirm: t`Lascia la pagina`,
  })
  const { personal, medical } = record.consents
  const sections = formSections.filter(({ section }) => (section === 'Personal Data' ? personal : medical))
  const warnings = outcome?.kind === 'saved' ? outcome.result.warnings : noWarnings
  const [answering, setAnswering] = useState<Discrepancy>()
  const [taking, setTaking] = useState<Discrepancy>()
  const { asked, setAsked, askManagers, closeQuery } = useManagerQueries(record.record)
  const shared = useSharedByFields({
    record,
    choices,
    store,
    discrepancies,
    queries,
    corrections,
    onAnswer: setAnswering,
    onTakeComputed: setTaking,
    onAskManagers: setAsked,
    onCloseQuery: closeQuery,
  })
  const { leftFields } = shared
  useEffect(() => {
    if (outcome?.kind === 'saved') leftFields.forget()
  }, [outcome, leftFields])
  return (
    <RecordProvider value={shared}>
      <form
        noValidate
        aria-label={t`Cartella`}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        {form.isRestored && <RestoredDraft onDiscard={form.discard} />}
        <div className={classes.sections}>
          <SectionList sections={sections} errors={errors} areAllOpen={areAllOpen} onToggleAll={toggleAll} />
          <div className={classes.parts}>
            {sections.map(({ section, fields }) => (
              <RecordSection
                key={section}
                section={section}
                fields={fields}
                opened={opened.has(section)}
                onToggle={toggle}
                errors={errors}
                warnings={warnings}
                revealed={fields.some(({ name }) => fieldId(name) === revealed) ? revealed : undefined}
                asksReasons={asksReasons}
                readOnly={!isWritable}
              />
            ))}
            {isWritable && (
              <Switch
                label={t`Segna il motivo dei valori mancanti`}
                checked={asksReasons}
                onChange={(event) => setAsksReasons(event.currentTarget.checked)}
              />
            )}
          </div>
        </div>
        {isWritable && (
          <RecordSaveBar
            code={record.code}
            form={form}
            choices={choices}
            labels={{
              ...Object.fromEntries(formSections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label[language]]))),
              reason: t`Motivo della correzione`,
            }}
            onShowField={(field) => focus(fieldId(field))}
          />
        )}
      </form>
      {asked && (
        <TextDialog
          title={t`Chiedi ai responsabili dei dati: ${getField(asked).label[language]}`}
          label={t`Domanda`}
          submitLabel={t`Invia la domanda`}
          onSend={(question) => askManagers(asked, question)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {answering && <AnswerDialog discrepancies={[answering]} onClose={() => setAnswering(undefined)} />}
      {taking && <TakeComputedDialog discrepancies={[taking]} onClose={() => setTaking(undefined)} />}
    </RecordProvider>
  )
}

type BarProps = {
  readonly code: string
  readonly form: ReturnType<typeof useRecordForm>
  readonly choices: RecordChoices
  readonly labels: Readonly<Record<string, string>>
  readonly onShowField: (field: string) => void
}

/** Saves, undoes and discards changes, and shows the result of the last save. A signed record asks for the reason of a change. */
const RecordSaveBar = ({ code, form, choices, labels, onShowField }: BarProps) => {
  const { t } = useLingui()
  const { store, errors, outcome, reason, setReason, isChanged, isSaving, discard } = form
  const { data } = useQuery(trpc.ecrf.signatures.queryOptions({ code }, { staleTime: 0 }))
  const isSigned = data?.signatures.some(({ broken }) => !broken) === true
  const conflicts = outcome?.kind === 'conflict' ? outcome.result.conflicts : []
  const [postponed, setPostponed] = useState<typeof outcome>()
  const showActor = useActorName()
  const people = [...new Set(conflicts.map(({ actor }) => showActor(actor)))].join(', ')
  return (
    <>
      <SaveBar
        isChanged={isChanged}
        savedAt={outcome?.kind === 'saved' ? outcome.at : undefined}
        note={
          outcome && outcome.result.others.length > 0
            ? t`Altri hanno salvato prima di te campi che tu non hai cambiato: la storia dice chi e che cosa.`
            : undefined
        }
        errors={errors}
        labels={labels}
        warnings={outcome?.kind === 'saved' ? outcome.result.warnings : noWarnings}
        problem={
          conflicts.length > 0
            ? {
                text: t`Non salvato: ${people} ha cambiato ${plural(conflicts.length, { one: '# valore', other: '# valori' })}`,
                onOpen: () => setPostponed(undefined),
              }
            : undefined
        }
        onShowField={onShowField}
        inputs={
          isSigned &&
          isChanged && (
            <TextInput
              id={fieldId('reason')}
              label={t`Motivo della correzione`}
              description={t`La cartella è firmata. Il motivo resta nella storia accanto ai valori.`}
              error={errors['reason'] !== undefined}
              value={reason}
              maxLength={500}
              autoComplete="off"
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )
        }
      >
        <Button type="submit" loading={isSaving} aria-keyshortcuts="Control+S">{t`Salva`}</Button>
        <Button variant="default" disabled={!isChanged} onClick={() => store.undo()}>{t`Annulla l’ultima modifica`}</Button>
        <Button variant="default" disabled={!isChanged} onClick={discard}>{t`Scarta le modifiche`}</Button>
      </SaveBar>
      {outcome?.kind === 'conflict' && outcome !== postponed && (
        <ConflictDialog
          conflicts={outcome.result.conflicts}
          mine={store.changes()}
          choices={choices}
          onChosen={(kept) => {
            form.resolve(outcome.result, kept)
            if (Object.keys(kept).length > 0) void form.save()
          }}
          onClose={() => setPostponed(outcome)}
        />
      )}
    </>
  )
}
