import { onTestFinished, vi } from 'vitest'

/** Answers the calls for a document: a file, or a rejection. It returns their parameters and the names of the saved files. */
export const servePrintedDocuments = (rejection?: string | { readonly html: string }, path = '/api/stampa_paziente') => {
  const asked: string[] = []
  const saved: string[] = []
  const send = globalThis.fetch
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (typeof input !== 'string' || !input.startsWith(path)) return send(input, init)
    asked.push(input.slice(path.length))
    if (typeof rejection === 'object') return new Response(rejection.html, { status: 502, headers: { 'content-type': 'text/html' } })
    return rejection === undefined
      ? new Response('%PDF-1.7', {
          headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="printed.pdf"' },
        })
      : Response.json({ success: false, error: rejection })
  })
  Object.assign(URL, { createObjectURL: () => 'blob:printed', revokeObjectURL: () => undefined })
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    fetching.mockRestore()
    clicking.mockRestore()
  })
  return { asked, saved }
}
