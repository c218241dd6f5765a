import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatActorName } from '@registry/api-contract/caller'
import type { Meta } from '@registry/api-contract/trpc'
import type { Language } from '@registry/domain/language'
import { limitRejection } from '../audit/operation.ts'
import { shareVisitorRejection } from '../audit/visitor-rejections.ts'
import type { Deps } from '../app/deps.ts'
import { toAppError } from '../shared/errors/to-app-error.ts'
import { buildErrorResponse } from './errors.ts'
import { dataHeaders } from './headers.ts'
import { chooseLanguage } from './language.ts'
import { buildErrorOutcome, isFhirAddress, type FhirResponse } from './operation-outcome.ts'
import { getRequestContext } from './request-context.ts'

type OperationName = Pick<Meta, 'command' | 'action'>

/**
 * Finds the caller of a denied request. The cookie of a cross-site request is not read, so it cannot keep a session alive (THREAT-09). A
 * page of another account has no caller.
 */
const findRecipient = async (request: FastifyRequest, error: unknown): Promise<{ username: string; saved: Language | undefined }> => {
  const code = toAppError(error)?.detail.code
  if (code === 'origin_refused' || code === 'session_changed') return { username: '', saved: undefined }
  const { actor, language } = await getRequestContext(request).session()
  return { username: formatActorName(actor), saved: language }
}

/**
 * Writes the audit entries of commands denied before an operation: cross-site requests, unreadable bodies, unknown actions. Every denied
 * command of a session has an entry, and the batch of a caller without a session has one (REQ-ADM-01, REQ-ADM-24).
 * @returns the error of the response
 */
export const recordRejection = async (
  deps: Pick<Deps, 'auditLog'>,
  request: FastifyRequest,
  commands: readonly OperationName[],
  error: unknown,
): Promise<unknown> => {
  const appError = toAppError(error)
  // Without the database no entry can be written. An unknown host has no commands.
  if (appError?.detail.code === 'not_ready' || appError?.detail.code === 'path_unknown') return error
  const { username } = await findRecipient(request, error)
  const caller = { username, ipAddress: request.ip, durationMilli: 0, requestId: request.id }
  const result = { detail: appError?.detail.code ?? '', outcome: appError ? 'refused' : 'failed' } as const
  const auditLog = username === '' ? shareVisitorRejection(deps.auditLog, commands.length) : deps.auditLog
  const waits = commands.map(({ command, action }) => auditLog.writeRejection({ ...caller, ...result, command, action }))
  return limitRejection(error, Math.max(0, ...(await Promise.all(waits))))
}

type Texts = Pick<Deps, 'env' | 'messages'>
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

const readHeaderLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  chooseLanguage({ header: headers['accept-language'] })

/** Builds the response to an error: an OperationOutcome for a program of FHIR (REQ-OBS-10), otherwise the body of every failure (REQ-API-02). */
export const buildResponseToError = (
  { env, messages }: Texts,
  request: Pick<FastifyRequest, 'id' | 'url' | 'headers'>,
  error: unknown,
  language = readHeaderLanguage(request),
): FhirResponse => {
  const formatError: Parameters<typeof buildErrorResponse>[2] = (detail) => messages.formatError(detail, language)
  if (isFhirAddress(request.url)) return buildErrorOutcome(error, request.id, env.STAFF_ORIGIN, formatError)
  const { status, headers, body } = buildErrorResponse(error, request.id, formatError)
  return { status, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

/** Sends an error before its caller is known, in the language of the header. */
export const sendEarlyError = (texts: Texts, { request, reply }: Exchange, error: unknown, language?: Language): FastifyReply => {
  const { status, headers, body } = buildResponseToError(texts, request, error, language)
  if (status === 500) request.log.error({ err: error }, 'unexpected error')
  return reply
    .code(status)
    .headers({ ...dataHeaders, ...headers })
    .send(body)
}

/** Sends an error in the language of the body, else of the header, else of the user (REQ-API-05). */
export const sendError = async (texts: Texts, exchange: Exchange, error: unknown, language?: Language): Promise<FastifyReply> => {
  const { request } = exchange
  const findSavedLanguage = async (): Promise<Language | undefined> => (await findRecipient(request, error).catch(() => undefined))?.saved
  const header = request.headers['accept-language']
  return sendEarlyError(texts, exchange, error, language ?? chooseLanguage({ header, saved: await findSavedLanguage() }))
}
