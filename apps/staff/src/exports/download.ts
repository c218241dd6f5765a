import { saveFile } from '@registry/ui/browser/save-file.ts'

/** The person cancelled the download. */
export class Cancelled extends Error {}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

type SaveFilePicker = (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>

declare global {
  interface Window {
    /** Absent outside Chromium. */
    readonly showSaveFilePicker?: SaveFilePicker
  }
  interface FileSystemFileHandle {
    /** Absent in older Chromium. */
    readonly remove?: () => Promise<void>
  }
}

/** The target of a download. `write` stores the whole body or nothing; `discard` removes an incomplete file. */
export type Target = { write(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void>; discard(): Promise<void> }

/** Writes to the disk. The browser creates the file only when it is complete. */
const createDiskTarget = async (picker: SaveFilePicker, name: string): Promise<Target> => {
  const handle = await picker({ suggestedName: name })
  return {
    write: async (body) => body.pipeTo(await handle.createWritable()),
    discard: async () => handle.remove?.(),
  }
}

const createMemoryTarget = (name: string): Target => ({
  write: async (body) => saveFile(name, await new Response(body).blob()),
  discard: async () => undefined,
})

/**
 * Asks where to save the file. Browsers allow the question in a click handler only; browsers without it collect the file in memory.
 * @throws Cancelled when the person closes the question
 */
export const chooseTarget = async (name: string): Promise<Target> => {
  const picker = window.showSaveFilePicker
  if (!picker) return createMemoryTarget(name)
  try {
    return await createDiskTarget(picker.bind(window), name)
  } catch (error) {
    throw isAbort(error) ? new Cancelled() : error
  }
}

/** A stream that forwards all bytes and reports their number so far. */
export const createByteCounter = (onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
}
