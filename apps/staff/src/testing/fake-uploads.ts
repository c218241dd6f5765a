import { vi } from 'vitest'

/** An upload that the page sends. `send` sets how much of its body was sent. */
export type FakeUpload = {
  readonly path: string
  readonly fields: Readonly<Record<string, FormDataEntryValue>>
  readonly headers: Readonly<Record<string, string>>
  readonly send: (loaded: number, total: number) => void
}

type Respond = (upload: FakeUpload) => Response | Promise<Response>

/** Answers uploads. The requests of the test environment can neither carry a form with a file nor report what they have sent. */
export const fakeUploads = (respond: Respond): void => {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    response: ArrayBuffer | null = null
    responseType = ''
    status = 0
    #path = ''
    #isAborted = false
    readonly #headers: Record<string, string> = {}
    #answer = new Headers()

    open(_method: string, path: string): void {
      this.#path = path
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getAllResponseHeaders(): string {
      return [...this.#answer].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    send(form: FormData): void {
      const send = (loaded: number, total: number): void => {
        this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }))
        if (loaded === total) this.upload.dispatchEvent(new ProgressEvent('load'))
      }
      void this.#receive(respond({ path: this.#path, fields: Object.fromEntries(form), headers: this.#headers, send }))
    }
    abort(): void {
      this.#isAborted = true
      this.dispatchEvent(new ProgressEvent('abort'))
    }
    async #receive(answer: Response | Promise<Response>): Promise<void> {
      const received = await Promise.resolve(answer).catch(() => undefined)
      if (this.#isAborted) return
      if (received) {
        this.status = received.status
        this.#answer = received.headers
        this.response = await received.arrayBuffer()
      }
      this.dispatchEvent(new ProgressEvent(received ? 'load' : 'error'))
    }
  }
  vi.spyOn(globalThis, 'XMLHttpRequest').mockImplementation(FakeRequest as never)
}
