import type { FileFormat } from '@registry/api-contract/saved-filters'
import { useLingui } from '@lingui/react/macro'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { Cancelled } from './download.ts'
import { Broken, exportFile, type ExportedFile, type RunsAs } from './export-file.ts'

/** How often the server is asked how far an export is, and how often the bytes that came are shown. */
const askMs = 1000
const showMs = 200

type Begun = { readonly exportId: string; readonly rows: number }
export type Outcome =
  | { readonly kind: 'saved'; readonly file: ExportedFile }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** One export at a time: started, watched, cancelled; leaving the page cancels it. */
export const useFileExport = (filterId: number, asRole: RunsAs) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const abort = useRef<AbortController>(undefined)
  const [begun, setBegun] = useState<Begun>()
  const [bytes, setBytes] = useState(0)

  const work = useMutation({
    meta: { ownFailures: true },
    mutationFn: async (format: FileFormat): Promise<Outcome> => {
      const controller = new AbortController()
      abort.current = controller
      setBegun(undefined)
      setBytes(0)
      let shownAt = 0
      const onBytes = (now: number): void => {
        if (performance.now() - shownAt < showMs) return
        shownAt = performance.now()
        setBytes(now)
      }
      const onBegin = (exportId: string, rows: number): void => setBegun({ exportId, rows })
      const request = { filterId, format, asRole, language, signal: controller.signal, onBegin, onBytes }
      try {
        return { kind: 'saved', file: await exportFile(request, t`Errore lato server`) }
      } catch (error) {
        if (error instanceof Cancelled) return { kind: 'cancelled' }
        throw error
      }
    },
  })
  const running = work.isPending
  const progress = useQuery({
    ...trpc.savedFilters.exportProgress.queryOptions(running && begun ? begun.exportId : skipToken),
    refetchInterval: askMs,
    gcTime: 0,
    meta: { ownFailures: true },
  })
  useEffect(() => () => abort.current?.abort(), [])

  const failure = (error: Error): Outcome => ({
    kind: 'failed',
    message:
      error instanceof Broken
        ? t`La connessione si è interrotta: il file era incompleto ed è stato scartato. Riprova.`
        : toRequestError(error).message,
  })
  return {
    start: (format: FileFormat): void => work.mutate(format),
    cancel: (): void => abort.current?.abort(),
    running,
    /** Rows that have left the server of all that will, once it has begun. */
    rows: begun && { done: progress.data?.finished === false ? progress.data.rows : undefined, total: begun.rows },
    bytes,
    outcome: work.error ? failure(work.error) : work.data,
  }
}
