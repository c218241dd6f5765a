import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { ExportFormat } from '@registry/domain/file-formats'
import { useLingui } from '@lingui/react/macro'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '../app/shell.ts'
import { progressQuery } from '../progress/work-progress.tsx'
import { Cancelled } from './download.ts'
import { exportFile, type ExportedFile, type ExportSource, type FileContent, IncompleteFile, type RunsAs } from './export-file.ts'

/** The shortest time between two updates of the received bytes. */
const bytesIntervalMs = 200

type StartedFile = { readonly format: ExportFormat; readonly content: FileContent }
type SentExport = { readonly progressId: string; readonly keepWaiting: () => void }
export type Outcome =
  | { readonly kind: 'saved'; readonly file: ExportedFile }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** Runs one export at a time, with progress and cancel. Leaving the page cancels it (FAULT-17). */
export const useFileExport = (source: ExportSource, asRole: RunsAs, onSaved?: () => Promise<void>) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const abort = useRef<AbortController>(undefined)
  const [sent, setSent] = useState<SentExport>()
  const [total, setTotal] = useState<number>()
  const [bytes, setBytes] = useState(0)

  const mutation = useMutation({
    ...ownFailures,
    mutationFn: async ({ format, content }: StartedFile): Promise<Outcome> => {
      const controller = new AbortController()
      abort.current = controller
      setTotal(undefined)
      setBytes(0)
      let updatedAt = 0
      const onBytes = (count: number): void => {
        if (performance.now() - updatedAt < bytesIntervalMs) return
        updatedAt = performance.now()
        setBytes(count)
      }
      const onSend = (progressId: string, keepWaiting: () => void): void => setSent({ progressId, keepWaiting })
      const request = { source, format, asRole, content, language, signal: controller.signal, onSend, onStart: setTotal, onBytes }
      try {
        const file = await exportFile(request, t`Errore lato server`)
        await onSaved?.()
        return { kind: 'saved', file }
      } catch (error) {
        if (error instanceof Cancelled) return { kind: 'cancelled' }
        throw error
      }
    },
  })
  const running = mutation.isPending
  const progress = useQuery({
    ...trpc.savedFilters.exportProgress.queryOptions(running && sent ? sent.progressId : skipToken),
    ...progressQuery,
  })
  const waiting = total === undefined && progress.data?.state === 'waiting' ? progress.data : undefined
  useEffect(() => {
    if (waiting) sent?.keepWaiting()
  }, [waiting, sent, progress.dataUpdatedAt])
  useEffect(() => () => abort.current?.abort(), [])

  const toFailure = (error: Error): Outcome => ({
    kind: 'failed',
    message:
      error instanceof IncompleteFile
        ? t`La connessione si è interrotta: il file era incompleto ed è stato scartato. Riprova.`
        : toRequestError(error).message,
  })
  return {
    start: (format: ExportFormat, content: FileContent): void => mutation.mutate({ format, content }),
    cancel: (): void => abort.current?.abort(),
    running,
    /** The exports that come before this one, while it waits for its turn. */
    ahead: waiting && (waiting.ahead ?? 0),
    /** The rows sent so far and in total; undefined before the start. */
    rows: total === undefined ? undefined : { done: progress.data?.state === 'running' ? progress.data.rows : undefined, total },
    bytes,
    outcome: mutation.error ? toFailure(mutation.error) : mutation.data,
  }
}
