import { createTRPCClient, httpBatchLink, httpLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from '@registry/api-contract/app-router'
import { sendRequest, type HttpRequest } from './http.ts'

export type FilePart = { readonly name: string; readonly content: string | Buffer }
/** The body of a legacy request. A multipart `file` precedes the fields, as in old programs. */
export type LegacyBody =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly multipart: Readonly<Record<string, string>>; readonly file?: FilePart }

/** A browser or program at one site. It keeps cookies and sends the headers of a same-origin page. */
export type Client = {
  readonly cookies: Map<string, string>
  send(request: Partial<HttpRequest> & { readonly path: string }): Promise<Response>
  get(path: string): Promise<Response>
  /** Posts to a legacy path below /api. */
  post(path: string, body: LegacyBody, headers?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response>
  /** Posts and returns the JSON envelope (REQ-API-02). */
  call(path: string, body?: LegacyBody): Promise<Readonly<Record<string, unknown>>>
  readonly api: TRPCClient<AppRouter>
  readonly batchingApi: TRPCClient<AppRouter>
}

export type ClientOptions = {
  readonly port: number
  readonly host: string
  readonly cookies?: ReadonlyMap<string, string>
  readonly headers?: Readonly<Record<string, string>>
}

const boundary = '----registry-test'

export const multipartBody = (fields: Readonly<Record<string, string>>, file?: FilePart): Buffer => {
  const part = (disposition: string, content: string | Buffer): Buffer[] => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]
  const parts = [
    ...(file ? part(`name="file"; filename="${file.name}"`, file.content) : []),
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
  ]
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

const encodeBody = (body: LegacyBody): { type: string; bytes: string | Buffer } => {
  if ('json' in body) return { type: 'application/json', bytes: JSON.stringify(body.json) }
  if ('form' in body) return { type: 'application/x-www-form-urlencoded', bytes: new URLSearchParams(body.form).toString() }
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: multipartBody(body.multipart, body.file) }
}

const isHeaderRecord = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null

export const createClient = ({ port, host, cookies: initialCookies, headers: fixedHeaders = {} }: ClientOptions): Client => {
  const cookies = new Map(initialCookies)
  const send: Client['send'] = async ({ method = 'GET', path, headers = {}, body, signal }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await sendRequest(port, {
      method,
      path,
      body,
      signal,
      headers: { host, ...(cookie && { cookie }), ...fixedHeaders, ...headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  const post: Client['post'] = (path, body, headers = {}, signal) => {
    const { type, bytes } = encodeBody(body)
    return send({ method: 'POST', path: `/api${path}`, headers: { ...sameOrigin, 'content-type': type, ...headers }, body: bytes, signal })
  }
  const link = {
    url: `http://${host}/api/trpc`,
    methodOverride: 'POST' as const,
    headers: { ...sameOrigin, 'x-requested-by': 'app' },
    fetch: (input: RequestInfo | URL | string, init?: { method?: string; headers?: unknown; body?: unknown; signal?: unknown }) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const headers = new Headers(isHeaderRecord(init?.headers) ? init.headers : {})
      const body = typeof init?.body === 'string' ? init.body : undefined
      const signal = init?.signal instanceof AbortSignal ? init.signal : undefined
      return send({ method: init?.method ?? 'GET', path: pathname + search, headers: Object.fromEntries(headers), body, signal })
    },
  }
  return {
    cookies,
    send,
    post,
    get: (path) => send({ path: `/api${path}`, headers: sameOrigin }),
    call: async (path, body = { json: {} }) => (await (await post(path, body)).json()) as Record<string, unknown>,
    api: createTRPCClient<AppRouter>({ links: [httpLink(link)] }),
    batchingApi: createTRPCClient<AppRouter>({ links: [httpBatchLink(link)] }),
  }
}
