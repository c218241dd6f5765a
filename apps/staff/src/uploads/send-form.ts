export type Sending = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal: AbortSignal
  /** Called with the percent of the body that is sent. */
  readonly onSent: (percent: number) => void
}

const readHeaders = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])

const readResponse = (request: XMLHttpRequest): Response => {
  const body: unknown = request.response
  return new Response(body instanceof ArrayBuffer ? body : null, { status: request.status, headers: readHeaders(request) })
}

/**
 * Posts a form like `fetch`, which cannot report how much of a body is sent (REQ-IMP-18).
 * @throws TypeError without an answer, the reason of the signal after an abort
 */
export const sendForm = (path: string, { headers, body, signal, onSent }: Sending): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 0 : Math.floor((100 * loaded) / total)))
    request.upload.addEventListener('load', () => onSent(100))
    request.addEventListener('load', () => resolve(readResponse(request)))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
