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

/** Sends an error in the language of the body, else of the header, else of the user (REQ-API-05). */
export const sendError = async (
  deps: Pick<Deps, 'messages'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  error: unknown,
  language?: Language,
): Promise<FastifyReply> => {
  const findSavedLanguage = async (): Promise<Language | undefined> => (await findRecipient(request, error).catch(() => undefined))?.saved
  const responseLanguage = language ?? chooseLanguage({ header: request.headers['accept-language'], saved: await findSavedLanguage() })
  const { status, headers, body } = buildErrorResponse(error, request.id, (detail) => deps.messages.formatError(detail, responseLanguage))
  if (status === 500) request.log.error({ err: error }, 'unexpected error')
  return reply
    .code(status)
    .headers({ ...dataHeaders, ...headers })
    .send(body)
}
