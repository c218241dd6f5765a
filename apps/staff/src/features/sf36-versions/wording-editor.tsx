import { Button, FileButton, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { maxWordingFileBytes, parseSf36File } from '@registry/domain/sf36/wording-file'
import { findSf36DraftErrors, findSf36WordingErrors, sf36Limits, type Sf36Wording } from '@registry/domain/sf36/wording'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { toFormErrors, useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage, useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useLossGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import versioned from '../../versioned-texts/versioned-texts.module.css'
import { PointInputs } from './point-inputs.tsx'

type Props = {
  /** The draft, or the newest published version before the first save. */
  readonly newest: Sf36Version
  readonly onPublished: () => void
}

const toWording = ({ description, licence, content }: Sf36Wording): Sf36Wording => ({ description, licence, content })

/** Edits the draft of a wording, or begins one from the newest version or from a file (REQ-PAT-21). */
export const WordingEditor = ({ newest, onPublished }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  const { dialog, withReauthentication } = useReauthentication()
  const isDraft = newest.publishedAt === null
  const saves = isDraft ? newest.saves : 0
  const stored = toWording(newest)
  const [wording, setWording] = useState(stored)
  const [imported, setImported] = useState<string>()
  const save = useMutation(trpc.sf36Versions.save.mutationOptions(ownFailures))
  const discard = useMutation(trpc.sf36Versions.discard.mutationOptions(ownFailures))
  const publish = useMutation(trpc.sf36Versions.publish.mutationOptions(ownFailures))
  const form = useFieldErrors(wording, (values) => formatErrors(findSf36WordingErrors(values)))
  const isDirty = JSON.stringify(wording) !== JSON.stringify(stored)
  useLossGuard(isDirty && !save.isPending, t`Le modifiche alla bozza vanno perse.`)
  const refresh = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: trpc.sf36Versions.pathKey() })
  /** Runs a call, shows its errors, and loads the versions anew. */
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      if ((await call()) === undefined) return false
      await refresh()
      return true
    } catch (error) {
      form.setErrors(toFormErrors(error))
      return false
    }
  }
  const store = async (): Promise<void> => {
    const errors = findSf36DraftErrors(wording)
    form.setErrors(formatErrors(errors))
    if (Object.keys(errors).length === 0) await run(() => save.mutateAsync({ ...wording, saves }))
  }
  const release = async (): Promise<void> => {
    if (!form.check()) return
    const question = {
      title: t`Pubblicare questa versione?`,
      text: t`Da ora i pazienti compilano questa versione. I questionari già compilati restano con le parole di allora. Una versione pubblicata non si può più cambiare né ritirare.`,
      confirm: t`Pubblica`,
    }
    if (!(await askConfirmation(question))) return
    if (await run(() => withReauthentication((again) => publish.mutateAsync({ saves, ...again })))) onPublished()
  }
  const remove = async (): Promise<void> => {
    const question = {
      title: t`Eliminare la bozza?`,
      text: t`La bozza si perde per tutti. Le versioni pubblicate restano.`,
      confirm: t`Elimina la bozza`,
    }
    if (await askConfirmation({ ...question, destructive: true })) await run(() => discard.mutateAsync({ saves }))
  }
  const readFile = async (file: File | null): Promise<void> => {
    if (!file) return
    setImported(undefined)
    const read = file.size > maxWordingFileBytes ? ({ error: { code: 'sf36_file_unreadable' } } as const) : parseSf36File(await file.text())
    if ('error' in read) return form.setErrors({ form: formatError(read.error) })
    form.setErrors({})
    setWording(read.wording)
    setImported(file.name)
  }
  const setDescription = (language: 'it' | 'en', text: string): void =>
    setWording({ ...wording, description: { ...wording.description, [language]: text } })
  const [saved, who] = [showMoment(newest.changedAt), newest.changedBy ?? '']
  const input = (path: string) => ({ id: fieldId(path), error: form.errors[path], autoComplete: 'off' })
  return (
    <div className={layout.page}>
      <p className={layout.hint}>
        {isDraft
          ? t`Bozza salvata da ${who}, ${saved}. I pazienti compilano la versione pubblicata finché non pubblichi questa.`
          : t`Non c’è una bozza: modifica le parole della versione pubblicata, oppure importa un file, e salva.`}
      </p>
      <ErrorSummary errors={form.errors} />
      {imported !== undefined && <Notice status="yes">{t`File letto: ${imported}. Controlla le parole, poi salva la bozza.`}</Notice>}
      <div>
        <FileButton accept="application/json,.json" onChange={(file) => void readFile(file)}>
          {(props) => <Button variant="default" {...props}>{t`Importa da un file JSON`}</Button>}
        </FileButton>
        <p className={layout.hint}>
          {t`Il file ha le stesse chiavi di quello che scarichi dall’elenco delle versioni: licence, description, it, en. Il testo ufficiale richiede una licenza.`}
        </p>
      </div>
      <div className={versioned.pair}>
        <TextInput
          {...input('description.it')}
          label={t`Descrizione in italiano`}
          maxLength={sf36Limits.description}
          value={wording.description.it}
          onChange={(event) => setDescription('it', event.currentTarget.value)}
        />
        <TextInput
          {...input('description.en')}
          label={t`Descrizione in inglese`}
          maxLength={sf36Limits.description}
          value={wording.description.en}
          onChange={(event) => setDescription('en', event.currentTarget.value)}
        />
        <TextInput
          {...input('licence')}
          label={t`Numero della licenza`}
          description={t`Senza licenza il testo è dimostrativo: schermo e stampa lo dicono, e il titolo è RAND-36.`}
          maxLength={sf36Limits.licence}
          value={wording.licence}
          onChange={(event) => setWording({ ...wording, licence: event.currentTarget.value })}
        />
      </div>
      {wording.content.it.map((italian, place) => {
        const english = wording.content.en[place]
        return (
          english && (
            <PointInputs
              key={place}
              place={place}
              point={{ it: italian, en: english }}
              errors={form.errors}
              onChange={({ it, en }) =>
                setWording({ ...wording, content: { it: wording.content.it.with(place, it), en: wording.content.en.with(place, en) } })
              }
            />
          )
        )
      })}
      <div className={`${layout.buttons} ${versioned.bar}`}>
        <Button loading={save.isPending} disabled={!isDirty} onClick={() => void store()}>{t`Salva la bozza`}</Button>
        <Button variant="default" disabled={!isDraft || isDirty} onClick={() => void release()}>{t`Pubblica`}</Button>
        {isDraft && <Button variant="default" onClick={() => void remove()}>{t`Elimina la bozza`}</Button>}
      </div>
      {dialog}
    </div>
  )
}
