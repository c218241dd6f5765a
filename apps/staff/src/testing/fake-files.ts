import { onTestFinished, vi } from 'vitest'

/** Answers the requests for files, which the router of the fake server does not know. Returns the asked paths and the names of saved files. */
export const serveFiles = (answer: () => Response) => {
  const paths: string[] = []
  const saved: string[] = []
  const send = globalThis.fetch
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return send(input, init)
    paths.push(input)
    return answer()
  })
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    fetching.mockRestore()
    clicking.mockRestore()
  })
  return { paths, saved }
}
