import { useRef, useState } from 'react'

/** Options of an upload: the id for its progress, the signal that cancels it, and the listener of sent bytes. */
export type Transfer = { readonly uploadId: string; readonly signal: AbortSignal; readonly onSent: (percent: number) => void }

/** The person stopped the upload. */
export class Stopped extends Error {}

/** The running upload: its id, and the percent of the file that is sent. */
export type RunningUpload = { readonly id: string; readonly sent: number }

/** Runs one upload at a time, with progress and stop (REQ-IMP-16, REQ-IMP-18). */
export const useUpload = () => {
  const [running, setRunning] = useState<RunningUpload>()
  const abort = useRef<AbortController>(undefined)

  /** @throws Stopped by the person, or the error of `send` */
  const run = async <T>(send: (transfer: Transfer) => Promise<T>): Promise<T> => {
    const controller = new AbortController()
    abort.current = controller
    const id = crypto.randomUUID()
    setRunning({ id, sent: 0 })
    const onSent = (sent: number): void => setRunning({ id, sent })
    try {
      return await send({ uploadId: id, signal: controller.signal, onSent })
    } catch (error) {
      throw controller.signal.aborted ? new Stopped('', { cause: error }) : error
    } finally {
      setRunning(undefined)
    }
  }
  return { run, stop: (): void => abort.current?.abort(), running }
}
