/** A download that is wanted no more, by the person who began it. */
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

/** Where the bytes of a file go. `keep` takes them all, or nothing of them is left. */
export type Target = { keep(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void>; discard(): Promise<void> }

/** Straight to the disk: the browser puts the file in place only when it is whole. */
const onDisk = async (picker: SaveFilePicker, name: string): Promise<Target> => {
  const handle = await picker({ suggestedName: name })
  return {
    keep: async (body) => body.pipeTo(await handle.createWritable()),
    discard: async () => handle.remove?.(),
  }
}

/** How long the address of a file in memory stays good: longer than any browser takes to begin saving it. */
const addressMs = 60_000

const inMemory = (name: string): Target => ({
  keep: async (body) => {
    const address = URL.createObjectURL(await new Response(body).blob())
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), addressMs)
  },
  discard: async () => undefined,
})

/**
 * Asks where to save where the browser can, which must happen in the click itself; elsewhere the file is gathered in memory.
 * @throws Cancelled when the person closes the question
 */
export const chooseTarget = async (name: string): Promise<Target> => {
  const picker = window.showSaveFilePicker
  if (!picker) return inMemory(name)
  try {
    return await onDisk(picker.bind(window), name)
  } catch (error) {
    throw isAbort(error) ? new Cancelled() : error
  }
}

/** Passes bytes on and tells how many have passed. */
export const counted = (onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength
      onBytes(bytes)
      controller.enqueue(piece)
    },
  })
}
