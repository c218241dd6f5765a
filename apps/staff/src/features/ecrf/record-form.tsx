import { useLingui } from '@lingui/react/macro'
import { Button, Switch, TextInput } from '@mantine/core'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { formSections } from '@registry/domain/ecrf/form'
import type { SectionName } from '@registry/domain/fields/dictionary'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useEffect, useRef, useState, useCallback } from 'react'
import { flushSync } from 'react-dom'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { ConflictChoice } from './conflict-choice.tsx'
import classes from './ecrf.module.css'
import { RecordSection, sectionId } from './record-section.tsx'
import { SectionList } from './section-list.tsx'
import { useRecordForm } from './use-record-form.ts'

/** The open sections of the form of a record. */
const useOpenSections = () => {
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(['Personal Data']))
  const toggle = useCallback((section: SectionName, isOpen: boolean): void => {
    setOpened((before) =>
      before.has(section) === isOpen
        ? before
        : new Set(formSections.map((one) => one.section).filter((one) => (one === section ? isOpen : before.has(one)))),
    )
  }, [])
  const focus = useCallback(
    (section: SectionName): void => {
      // The section is open before its heading gets the focus, so that the browser scrolls to the right place.
      flushSync(() => toggle(section, true))
      document.getElementById(sectionId(section))?.focus()
    },
    [toggle],
  )
  return { opened, toggle, focus }
}

type Props = { readonly record: PatientRecordView; readonly choices: RecordChoices; readonly onChanged: (changed: boolean) => void }

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

export const RecordForm = ({ record, choices, onChanged }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const form = useRecordForm(record)
  const { store, errors, outcome, isChanged, isWritable } = form
  const { opened, toggle, focus } = useOpenSections()
  const [asksReasons, setAsksReasons] = useState(false)
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  useSaveKey(form.save)
  useLeaveGuard(isChanged, {
    title: t`Modifiche non salvate`,
    text: t`Le modifiche restano in questo browser come bozza per 24 ore.`,
    confirm: t`Lascia la pagina`,
  })
  const labels = Object.fromEntries(formSections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label[language]])))
  const { personal, medical } = record.consents
  const sections = formSections.filter(({ section }) => (section === 'Personal Data' ? personal : medical))
  const warnings = outcome?.kind === 'saved' ? outcome.result.warnings : []
  const unusual = [...new Set(warnings.map(({ field }) => labels[field] ?? field))].join(', ')
  return (
    <form
      noValidate
      aria-label={t`Cartella`}
      className={layout.page}
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      {form.isRestored && <RestoredDraft onDiscard={form.discard} />}
      <ErrorSummary errors={errors} labels={labels} />
      {outcome?.kind === 'saved' && <Notice status="yes">{t`Dati salvati correttamente`}</Notice>}
      {unusual !== '' && <Notice status="waiting">{t`Da controllare, l’avviso è accanto al campo: ${unusual}`}</Notice>}
      {outcome && outcome.result.others.length > 0 && (
        <Notice status="waiting">{t`Altri hanno salvato prima di te campi che tu non hai cambiato: la storia dice chi e che cosa.`}</Notice>
      )}
      {outcome?.kind === 'conflict' && (
        <ConflictChoice
          conflicts={outcome.result.conflicts}
          mine={store.changes()}
          choices={choices}
          onChosen={(kept) => {
            form.resolve(outcome.result, kept)
            if (Object.keys(kept).length > 0) void form.save()
          }}
        />
      )}
      {isWritable && (
        <Switch
          label={t`Indica perché mancano i valori`}
          checked={asksReasons}
          onChange={(event) => setAsksReasons(event.currentTarget.checked)}
        />
      )}
      <div className={classes.sections}>
        <SectionList sections={sections} store={store} errors={errors} onChoose={focus} />
        <div className={layout.page}>
          {sections.map(({ section, fields }) => (
            <RecordSection
              key={section}
              section={section}
              fields={fields}
              opened={opened.has(section)}
              onToggle={toggle}
              store={store}
              choices={choices}
              errors={errors}
              warnings={warnings}
              asksReasons={asksReasons}
              readOnly={!isWritable}
            />
          ))}
        </div>
      </div>
      {isWritable && <SaveBar form={form} />}
    </form>
  )
}

/** The reason of a correction, and the buttons that save, undo and discard. */
const SaveBar = ({ form }: { readonly form: ReturnType<typeof useRecordForm> }) => {
  const { t } = useLingui()
  const { store, reason, setReason, isChanged, isSaving, discard } = form
  return (
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
        <Button type="submit" loading={isSaving} aria-keyshortcuts="Control+S">{t`Salva`}</Button>
        <Button variant="default" disabled={!isChanged} onClick={() => store.undo()}>{t`Annulla l’ultima modifica`}</Button>
        <Button variant="default" disabled={!isChanged} onClick={discard}>{t`Scarta le modifiche`}</Button>
      </div>
    </>
  )
}
