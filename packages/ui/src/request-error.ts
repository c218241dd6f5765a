import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { ChangedFile } from './browser/readable-file.ts'

/** Meaning of a failed call: the server rejected it, gave no answer, or answered a status other than 200. Or the page has a fault. */
type RequestErrorKind = 'refused' | 'unreachable' | 'status' | 'fault'

/** A failed call: the server's code, its message, and the messages of fields. */
export type RequestError = {
  readonly kind: RequestErrorKind
  readonly code: string | undefined
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const getProperty = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** The texts of an object; other values are omitted. */
export const toTexts = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}

/** JSON text; the string form of a value that has no JSON. */
const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : toJson(value))

/** The sentence about a call without an answer. */
export const getUnreachableMessage = (): string => i18n._(msg`Non riusciamo a collegarci al registro. Controlla la connessione e riprova.`)

/** The sentence about an answer with another status than 200. */
export const getStatusMessage = (code: number | string): string => {
  const status = `status ${code}`
  return i18n._(msg`Il registro non è riuscito a rispondere (${status}). Riprova tra poco.`)
}

/** Statuses of a proxy whose server gives no answer. */
const withoutAnswer: readonly unknown[] = [502, 503, 504]

const getStatus = (error: unknown): unknown => getProperty(getProperty(getProperty(error, 'meta'), 'response'), 'status')

/** The status of the answer; undefined when no answer arrived. */
const findStatus = (error: unknown): number | undefined => {
  const status = getStatus(error) ?? getStatus(getProperty(error, 'cause'))
  return typeof status === 'number' ? status : undefined
}

/** `fetch` throws a TypeError. A foreign answer of 200 comes from a proxy or a hotel's network. */
const isWithoutAnswer = (error: unknown): boolean => {
  const status = findStatus(error)
  if (status !== undefined) return status === 200 || withoutAnswer.includes(status)
  return (
    getProperty(error, 'name') === 'TRPCClientError' || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
  )
}

const readFailure = (error: unknown): Pick<RequestError, 'kind' | 'message'> => {
  const status = findStatus(error)
  if (status !== undefined && status !== 200)
    return { kind: withoutAnswer.includes(status) ? 'unreachable' : 'status', message: `status ${status}` }
  if (error instanceof ChangedFile) return { kind: 'fault', message: i18n._(msg`Il file è cambiato dopo la scelta: sceglilo di nuovo`) }
  if (isWithoutAnswer(error)) return { kind: 'unreachable', message: getUnreachableMessage() }
  // The text of an exception is for programmers, and can contain data (THREAT-38).
  if (error instanceof Error) return { kind: 'fault', message: i18n._(msg`La pagina ha un problema. Ricaricala e riprova.`) }
  return { kind: 'fault', message: toText(error) }
}

/**
 * Reads any failure: the server's message, or `status {code}` for another status, whatever its body (REQ-API-03). A call without an answer
 * and an exception have one sentence each. Any other value becomes JSON.
 */
export const toRequestError = (error: unknown): RequestError => {
  const detail = getProperty(getProperty(error, 'data'), 'detail')
  const message = getProperty(detail, 'message')
  const status = findStatus(error)
  if (message === undefined || message === null || (status !== undefined && status >= 500))
    return { ...readFailure(error), code: undefined, fields: {} }
  const code = getProperty(detail, 'code')
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : undefined,
    message: toText(message),
    fields: toTexts(getProperty(detail, 'fields')),
  }
}

/** A failure as one plain sentence. The status stays in it, for the person who asks for help. */
export const describeFailure = (error: unknown): string => {
  const { kind, message } = toRequestError(error)
  if (kind === 'unreachable') return getUnreachableMessage()
  return kind === 'status' ? getStatusMessage(message.replace('status ', '')) : message
}

/** True when a procedure or a legacy path rejected a call without a session. */
export const isSessionLost = ({ code, message }: Pick<RequestError, 'code' | 'message'>): boolean =>
  code === 'session_required' || code === 'APIsession_required' || message === 'session required' || message.includes('APIsession_required')
