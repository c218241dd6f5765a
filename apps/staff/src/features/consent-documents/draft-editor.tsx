import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { findDocumentErrors, findDraftErrors, yesAndNo } from '@registry/domain/consent/document-errors'
import type { DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { RestoredDraft } from '@registry/ui/forms/restored-draft.tsx'
import { SaveBar } from '@registry/ui/forms/save-bar.tsx'
import { toFormErrors, useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import classes from './consent-documents.module.css'
import { DraftOutline, isWrongPart } from './draft-outline.tsx'
import { DraftPart } from './draft-part.tsx'
import { DraftPreview } from './preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useDocumentLabels } from './document-labels.ts'
import { useDocumentDraft } from './use-document-draft.ts'
import { findNewestSource, useDocumentParts } from './use-document-source.ts'

type Props = {
  readonly document: ConsentDocumentDetail
  /** The moment of the last save of this page. Each save begins a new editor. */
  readonly savedAt: Date | undefined
  readonly onSaved: () => void
  readonly onPublished: (version: number) => void
}

/** Outline, texts and preview fit next to each other; else the preview has its tab only. Style sheet: `.draft`. */
const wideWindow = '(min-width: 88em)'

const partPath = /^paragraphs\.(\d+)(?:\.options\.(\d+))?(?:\.(it|en|field|options))?$/

/** Names the part and the text of each error: "required" alone does not identify one of many texts. */
const useErrorLabels = (errors: FormErrors, paragraphs: readonly DraftParagraph[]): Readonly<Record<string, string>> => {
  const { t } = useLingui()
  const { formatType } = useDocumentLabels()
  const texts = { it: t`italiano`, en: t`inglese`, field: t`codice della domanda`, options: t`risposte` } as const
  return Object.fromEntries(
    Object.keys(errors).flatMap((path) => {
      const [, place, option, text] = partPath.exec(path) ?? []
      const paragraph = paragraphs[Number(place)]
      if (!paragraph) return []
      const [number, type, answer] = [Number(place) + 1, formatType(paragraph.type), Number(option) + 1]
      const parts = [
        t`Parte ${number}: ${type}`,
        ...(option === undefined ? [] : [t`risposta ${answer}`]),
        ...Object.entries(texts).flatMap(([name, label]) => (name === text ? [label] : [])),
      ]
      return [[path, parts.join(', ')]]
    }),
  )
}

/** Edits the draft of a document, or begins one from the newest version (REQ-CON-18). */
export const DraftEditor = ({ document, ...rest }: Props) => {
  const { parts, error } = useDocumentParts(document, findNewestSource(document))
  if (error) return <Notice status="error">{describeFailure(error)}</Notice>
  return parts ? <DraftForm document={document} stored={parts} {...rest} /> : <LinesSkeleton lines={8} />
}

const newParts = {
  title: { type: 'title', it: '', en: '' },
  summary: { type: 'summary', it: '', en: '' },
  text: { type: 'text', it: '', en: '' },
  radio: { type: 'radio', it: '', en: '', field: '', options: yesAndNo },
} as const satisfies Record<string, DraftParagraph>

const addable = {
  information: ['title', 'summary', 'text'],
  preliminary: ['title', 'text', 'radio'],
  consents: ['title', 'text', 'radio'],
  assent_child: ['title', 'text'],
  assent_adolescent: ['title', 'text'],
} as const

const DraftForm = ({ document, stored, savedAt, onSaved, onPublished }: Props & { readonly stored: readonly DraftParagraph[] }) => {
  const { t } = useLingui()
  const { formatType } = useDocumentLabels()
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  const { kind, draft } = document
  const edited = useDocumentDraft(document, stored)
  const [isPublishing, setPublishing] = useState(false)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const isWide = useMediaQuery(wideWindow, undefined, { getInitialValueInEffect: false })
  const [currentKey, setCurrentKey] = useState<number>()
  const fold = (key: number, isFolded: boolean): void =>
    setFolded((keys) => new Set(isFolded ? [...keys, key] : [...keys].filter((one) => one !== key)))
  const save = useMutation(trpc.consentDocuments.save.mutationOptions(ownFailures))
  const discard = useMutation(trpc.consentDocuments.discard.mutationOptions(ownFailures))
  const form = useFieldErrors(edited.values, ({ paragraphs }) =>
    formatErrors(
      findDocumentErrors(
        kind,
        paragraphs.map(({ paragraph }) => paragraph),
      ),
    ),
  )
  const labels = useErrorLabels(form.errors, edited.paragraphs)
  const isDirty = JSON.stringify(edited.paragraphs) !== JSON.stringify(stored)
  useLeaveGuard(isDirty && !save.isPending, {
    title: t`Modifiche non salvate`,
    text: t`Le modifiche alla bozza restano in questo browser per 24 ore, ma nessun altro le vede.`,
    confirm: t`Esci dalla pagina`,
  })

  const refresh = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: trpc.consentDocuments.pathKey() })
  /** Saves what changed; true when the stored draft is what the person sees. */
  const store = async (): Promise<boolean> => {
    const errors = findDraftErrors(kind, edited.paragraphs)
    form.setErrors(formatErrors(errors))
    if (Object.keys(errors).length > 0) return false
    if (draft && !isDirty) return true
    try {
      await save.mutateAsync({ kind, paragraphs: [...edited.paragraphs], version: draft?.version ?? 0 })
      edited.forget()
      await refresh()
      onSaved()
      return true
    } catch (error) {
      form.setErrors(toFormErrors(error))
      return false
    }
  }
  const publish = async (): Promise<void> => {
    // The check comes last, because saving refreshes the form.
    if (form.check() && (await store())) setPublishing(true)
  }
  const remove = async (): Promise<void> => {
    const question = {
      title: t`Eliminare la bozza?`,
      text: t`La bozza si perde per tutti. I testi pubblicati restano.`,
      confirm: t`Elimina la bozza`,
    }
    if (!draft || !(await askConfirmation({ ...question, destructive: true }))) return
    try {
      await discard.mutateAsync({ kind, version: draft.version })
      edited.forget()
      await refresh()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  }
  const { paragraphs: parts } = edited.values
  const areAllFolded = parts.length > 0 && parts.every(({ key }) => folded.has(key))
  const saved = draft && showMoment(draft.changedAt)
  const who = draft?.changedBy ?? ''
  return (
    <div className={layout.page}>
      <p className={layout.hint}>
        {draft
          ? t`Bozza salvata da ${who}, ${saved}. I pazienti leggono la versione in vigore finché non la pubblichi.`
          : t`Non c’è una bozza: modifica il testo in vigore e salvalo come bozza. I pazienti non vedono nulla finché non lo pubblichi.`}
      </p>
      {edited.isRestored && isDirty && <RestoredDraft onDiscard={edited.reset} />}
      <div className={classes.draft}>
        <DraftOutline
          parts={parts}
          errors={form.errors}
          areAllFolded={areAllFolded}
          onToggleAll={() => setFolded(new Set(areAllFolded ? [] : parts.map(({ key }) => key)))}
          onShow={(key) => fold(key, false)}
        />
        <div className={layout.page}>
          {parts.map(({ key, paragraph }, place) => (
            <div key={key} role="presentation" onFocus={() => setCurrentKey(key)}>
              <DraftPart
                place={place}
                count={parts.length}
                paragraph={paragraph}
                errors={form.errors}
                isFolded={folded.has(key) && !isWrongPart(form.errors, place)}
                onFold={(isFolded) => fold(key, isFolded)}
                onChange={(changed) => edited.replace(key, changed)}
                onMove={(by) => edited.move(place, by)}
                onRemove={() => edited.remove(key)}
              />
            </div>
          ))}
        </div>
        {isWide && <DraftPreview parts={edited.paragraphs} current={parts.findIndex(({ key }) => key === currentKey)} />}
      </div>
      <div className={layout.buttons} role="group" aria-label={t`Aggiungi in fondo`}>
        {addable[kind].map((type) => {
          const name = formatType(type)
          return (
            <Button key={type} variant="default" onClick={() => edited.insert(parts.length, newParts[type])}>
              {t`Aggiungi: ${name}`}
            </Button>
          )
        })}
      </div>
      <SaveBar isChanged={isDirty} savedAt={savedAt} errors={form.errors} labels={labels}>
        <Button loading={save.isPending} disabled={!isDirty} onClick={() => void store()}>{t`Salva la bozza`}</Button>
        <Button variant="default" onClick={() => void publish()}>{t`Pubblica`}</Button>
        {draft && <Button variant="default" onClick={() => void remove()}>{t`Elimina la bozza`}</Button>}
      </SaveBar>
      {isPublishing && draft && (
        <PublishDialog document={document} version={draft.version} onClose={() => setPublishing(false)} onPublished={onPublished} />
      )}
    </div>
  )
}
