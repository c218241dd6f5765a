import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import { useDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { findSf36DraftErrors, findSf36WordingErrors, maxWordingFileBytes, type Sf36Wording } from '@registry/domain/sf36/wording'
import { parseSf36Draft, parseSf36File } from '@registry/domain/sf36/wording-file'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { toFormErrors, useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage, useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'

const toWording = ({ description, licence, scoring, content }: Sf36Wording): Sf36Wording => ({ description, licence, scoring, content })

type Events = { readonly onSaved: () => void; readonly onPublished: () => void }

/**
 * A wording while a person changes it. Unsaved changes stay in the browser.
 * @param newest the draft, or the newest published version before the first save
 */
export const useWordingForm = (newest: Sf36Version, { onSaved, onPublished }: Events) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  const { dialog, withReauthentication } = useReauthentication()
  const isDraft = newest.publishedAt === null
  const saves = isDraft ? newest.saves : 0
  const stored = toWording(newest)
  const kept = useDraft(`questionnaire ${newest.version} ${saves}`, parseSf36Draft)
  const wording = kept.value ?? stored
  const [isRestored, setRestored] = useState(kept.value !== undefined)
  const [imported, setImported] = useState<string>()
  const save = useMutation(trpc.sf36Versions.save.mutationOptions(ownFailures))
  const discard = useMutation(trpc.sf36Versions.discard.mutationOptions(ownFailures))
  const publish = useMutation(trpc.sf36Versions.publish.mutationOptions(ownFailures))
  const form = useFieldErrors(wording, (values) => formatErrors(findSf36WordingErrors(values)))
  const isDirty = JSON.stringify(wording) !== JSON.stringify(stored)
  /** Runs a call, shows its errors, and loads the versions anew. */
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      if ((await call()) === undefined) return false
      await queryClient.invalidateQueries({ queryKey: trpc.sf36Versions.pathKey() })
      return true
    } catch (error) {
      form.setErrors(toFormErrors(error))
      return false
    }
  }
  return {
    wording,
    setWording: kept.keep,
    /** Whether the changes are those of an earlier visit. */
    isRestored: isRestored && isDirty,
    discardRestored: (): void => {
      kept.forget()
      setRestored(false)
    },
    errors: form.errors,
    /** The name of the file that was read. */
    imported,
    isDraft,
    isDirty,
    isSaving: save.isPending,
    dialog,
    store: async (): Promise<void> => {
      const errors = findSf36DraftErrors(wording)
      form.setErrors(formatErrors(errors))
      if (Object.keys(errors).length > 0 || !(await run(() => save.mutateAsync({ ...wording, saves })))) return
      kept.forget()
      onSaved()
    },
    release: async (): Promise<void> => {
      if (!form.check()) return
      const consequence =
        wording.scoring === 'sf36'
          ? t`Da ora i pazienti compilano questa versione.`
          : t`Da ora i pazienti compilano questa versione, che non ha punteggi, al posto di quella in vigore.`
      const question = {
        title: t`Pubblicare questa versione?`,
        text: t`${consequence} I questionari già compilati restano con le parole di allora. Una versione pubblicata non si può più cambiare né ritirare.`,
        confirm: t`Pubblica`,
      }
      if (!(await askConfirmation(question))) return
      if (await run(() => withReauthentication((again) => publish.mutateAsync({ saves, ...again })))) onPublished()
    },
    remove: async (): Promise<void> => {
      const question = {
        title: t`Eliminare la bozza?`,
        text: t`La bozza si perde per tutti. Le versioni pubblicate restano.`,
        confirm: t`Elimina la bozza`,
      }
      if ((await askConfirmation({ ...question, destructive: true })) && (await run(() => discard.mutateAsync({ saves })))) kept.forget()
    },
    readFile: async (file: File): Promise<void> => {
      setImported(undefined)
      try {
        const read =
          file.size > maxWordingFileBytes
            ? ({ error: { code: 'sf36_file_unreadable' } } as const)
            : parseSf36File(await withChosenFile(file, () => file.text()))
        if ('error' in read) return form.setErrors({ form: formatError(read.error) })
        kept.keep(read.wording)
      } catch (error) {
        return form.setErrors(toFormErrors(error))
      }
      form.setErrors({})
      setImported(file.name)
    },
  }
}
