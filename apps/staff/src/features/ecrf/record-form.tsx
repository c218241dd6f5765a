import '@mantine/core/styles/Switch.css'
import { Button, Switch, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientRecordView, RecordChoices, RecordSaved } from '@registry/api-contract/ecrf'
import { withMissingCells } from '@registry/domain/fields/missing'
import { formSections, listMissingPerson } from '@registry/domain/ecrf/form'
import type { SectionName } from '@registry/domain/fields/dictionary'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { toFormErrors } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { trpc } from '../../app/shell.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { ConflictChoice } from './conflict-choice.tsx'
import { createRecordStore, type Changes } from './record-store.ts'
import { RecordSection, sectionId } from './record-section.tsx'
import { SectionList } from './section-list.tsx'
import { useRecordDraft } from './use-record-draft.ts'
import classes from './ecrf.module.css'

type Props = { readonly record: PatientRecordView; readonly choices: RecordChoices; readonly onChanged: (changed: boolean) => void }
/** Values and reasons of missing values. */
const listCells = ({ values, missing }: PatientRecordView) => withMissingCells(values, missing)

type Outcome = { readonly kind: 'saved' | 'conflict'; readonly result: RecordSaved }

/** The form of a record. A save sends the changed fields only (REQ-CRF-04). */
export const RecordForm = ({ record, choices, onChanged }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const draft = useRecordDraft(record.code)
  const [restored, setRestored] = useState(draft.stored !== undefined)
  const [store] = useState(() => createRecordStore(listCells(record), draft.stored?.changes))
  const [version, setVersion] = useState(draft.stored?.version ?? record.version)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [reason, setReason] = useState('')
  const [asksReasons, setAsksReasons] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(['Personal Data']))
  const toggleSection = useCallback((section: SectionName, isOpen: boolean): void => {
    setOpened((before) =>
      before.has(section) === isOpen
        ? before
        : new Set(formSections.map((one) => one.section).filter((one) => (one === section ? isOpen : before.has(one)))),
    )
  }, [])
  const mutation = useMutation(trpc.ecrf.save.mutationOptions({ meta: { ownFailures: true } }))
  const isChanged = useSyncExternalStore(store.subscribe, () => Object.keys(store.changes()).length > 0)
  const { personal, medical } = record.consents
  const writable = !record.withdrawn && (personal || medical)

  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  useEffect(() => store.subscribe(() => draft.write({ version, changes: store.changes() })), [store, draft, version])
  useLeaveGuard(isChanged, {
    title: t`Modifiche non salvate`,
    text: t`Le modifiche restano in questo browser come bozza per 24 ore.`,
    confirm: t`Lascia la pagina`,
  })

  const finish = async (result: RecordSaved, sent: Changes): Promise<void> => {
    setVersion(result.record.version)
    queryClient.setQueryData(trpc.ecrf.read.queryKey({ code: record.code }), result.record)
    if (result.conflicts.length > 0) {
      store.rebase(listCells(result.record), sent)
      return setOutcome({ kind: 'conflict', result })
    }
    store.rebase(listCells(result.record), {})
    draft.forget()
    setRestored(false)
    setReason('')
    setOutcome({ kind: 'saved', result })
    await Promise.all(
      [trpc.ecrf.history, trpc.ecrf.signatures].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey: queryKey({ code: record.code }) }),
      ),
    )
  }
  const save = async (): Promise<void> => {
    if (!writable || mutation.isPending) return
    const changes = store.changes()
    setOutcome(undefined)
    if (Object.keys(changes).length === 0) return setErrors({ form: formatError('record_nothing_changed') })
    if (personal && listMissingPerson(store.record()).length > 0) return setErrors({ form: formatError('record_person_required') })
    setErrors({})
    try {
      const text = reason.trim()
      await finish(await mutation.mutateAsync({ code: record.code, version, changes, ...(text !== '' && { reason: text }) }), changes)
    } catch (error) {
      setErrors(toFormErrors(error))
    }
  }
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
  const discard = (): void => {
    store.rebase(listCells(record), {})
    draft.forget()
    setVersion(record.version)
    setRestored(false)
    setErrors({})
  }
  const openSection = useCallback(
    (section: SectionName): void => {
      // The section is open before its heading gets the focus, so that the browser scrolls to the right place.
      flushSync(() => toggleSection(section, true))
      document.getElementById(sectionId(section))?.focus()
    },
    [toggleSection],
  )
  const labels = Object.fromEntries(formSections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label[language]])))
  const sections = formSections.filter(({ section }) => (section === 'Personal Data' ? personal : medical))
  const warnings = outcome?.kind === 'saved' ? outcome.result.warnings : []
  return (
    <form
      noValidate
      aria-label={t`Cartella`}
      className={layout.page}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {restored && <RestoredDraft onDiscard={discard} />}
      <ErrorSummary errors={errors} labels={labels} />
      {outcome?.kind === 'saved' && <Notice status="yes">{t`Dati salvati correttamente`}</Notice>}
      {outcome && outcome.result.others.length > 0 && (
        <Notice status="waiting">{t`Altri hanno salvato prima di te campi che tu non hai cambiato: la storia dice chi e che cosa.`}</Notice>
      )}
      {outcome?.kind === 'conflict' && (
        <ConflictChoice
          conflicts={outcome.result.conflicts}
          mine={store.changes()}
          choices={choices}
          onChosen={(kept) => {
            store.rebase(listCells(outcome.result.record), kept)
            setOutcome(undefined)
            if (Object.keys(kept).length > 0) void latest.current()
          }}
        />
      )}
      {writable && (
        <Switch
          label={t`Indica perché mancano i valori`}
          checked={asksReasons}
          onChange={(event) => setAsksReasons(event.currentTarget.checked)}
        />
      )}
      <div className={classes.sections}>
        <SectionList sections={sections} store={store} errors={errors} onChoose={openSection} />
        <div className={layout.page}>
          {sections.map(({ section, fields }) => (
            <RecordSection
              key={section}
              section={section}
              fields={fields}
              opened={opened.has(section)}
              onToggle={toggleSection}
              store={store}
              choices={choices}
              errors={errors}
              warnings={warnings}
              asksReasons={asksReasons}
              readOnly={!writable}
            />
          ))}
        </div>
      </div>
      {writable && (
        <>
          <TextInput
            label={t`Motivo della correzione`}
            description={t`Serve se la cartella è firmata. Resta nella storia accanto ai valori.`}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div className={classes.saveBar}>
            <Button type="submit" loading={mutation.isPending} aria-keyshortcuts="Control+S">{t`Salva`}</Button>
            <Button variant="default" disabled={!isChanged} onClick={() => store.undo()}>{t`Annulla l’ultima modifica`}</Button>
            <Button variant="default" disabled={!isChanged} onClick={discard}>{t`Scarta le modifiche`}</Button>
          </div>
        </>
      )}
    </form>
  )
}
