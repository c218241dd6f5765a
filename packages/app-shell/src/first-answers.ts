import type { FirstCall } from './first-calls.ts'

/** An older answer no longer shows what the server knows. */
const maxAgeMs = 30_000

/** What a call of the page and a call of the app have in common if they are the same. */
type Call = { readonly url: string; readonly body: unknown; readonly language: string | null }

const isSame = (call: Call, first: FirstCall): boolean =>
  first.url === call.url && first.body === call.body && first.language === call.language

const take = (call: Call): FirstCall | undefined => {
  const found = window.firstCalls?.find((first) => isSame(call, first))
  if (found) window.firstCalls = window.firstCalls?.filter((first) => first !== found) ?? []
  return found && performance.now() - found.sentAt < maxAgeMs ? found : undefined
}

/**
 * The answer to the same call that the page sent before the app started (first-calls.ts), once. Undefined without such a call, if
 * `signal` ends the wait, and for an error: after a sign-in or a required step the app sends the request anew.
 */
export const takeFirstAnswer = async (input: RequestInfo | URL, init: RequestInit, signal: AbortSignal): Promise<Response | undefined> => {
  const url = input instanceof Request ? input.url : input.toString()
  const call = take({ url, body: init.body, language: new Headers(init.headers).get('accept-language') })
  if (!call) return undefined
  const ended = Promise.withResolvers<undefined>()
  signal.addEventListener('abort', () => ended.resolve(undefined), { once: true })
  const response = await Promise.race([call.answer, ended.promise])
  return response?.status === 200 ? response : undefined
}

/** A change makes the answers that the page asked for before it wrong. */
export const forgetFirstAnswers = (): void => {
  window.firstCalls = []
}
