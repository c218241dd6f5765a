import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatActorName } from '@registry/api-contract/caller'
import type { Meta } from '@registry/api-contract/trpc'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../deps.ts'
import { buildErrorResponse, toAppError } from './errors.ts'
import { dataHeaders } from './headers.ts'
import { chooseLanguage } from './language.ts'
import { getRequestContext } from './request-context.ts'

type OperationName = Pick<Meta, 'command' | 'action'>

/** Who is refused. A request from elsewhere is nobody's: its cookie is not looked at, so that it keeps no session alive. */
const findRecipient = async (request: FastifyRequest, error: unknown): Promise<{ username: string; saved: Language | undefined }> => {
  if (toAppError(error)?.detail.code === 'origin_refused') return { username: '', saved: undefined }
  const { actor, language } = await getRequestContext(request).session()
  return { username: formatActorName(actor), saved: language }
}

/**
 * The entries of commands that never came to be operations: asked from elsewhere, with a body that nobody can read, or by an
 * action that nobody knows. D11 asks for one of every refused caller.
 */
export const recordRefusal = async (
  deps: Pick<Deps, 'auditLog'>,
  request: FastifyRequest,
  commands: readonly OperationName[],
  error: unknown,
): Promise<void> => {
  const refusal = toAppError(error)
  // Without a database nothing can be logged, and nothing was done; at a host that is not ours there are no commands.
  if (refusal?.detail.code === 'not_ready' || refusal?.detail.code === 'path_unknown') return
  const { username } = await findRecipient(request, error)
  const frame = { username, fromHost: request.ip, durationMilli: 0, requestId: request.id }
  const result = { detail: refusal?.detail.code ?? '', outcome: refusal ? 'refused' : 'failed' } as const
  await Promise.all(commands.map(({ command, action }) => deps.auditLog.write({ ...frame, ...result, command, action })))
}

/** Answers a failure in the language that the body asked for, else the header's, else the person's own (D2). */
export const sendError = async (
  deps: Pick<Deps, 'messages'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  error: unknown,
  language?: Language,
): Promise<FastifyReply> => {
  const own = async (): Promise<Language | undefined> => (await findRecipient(request, error).catch(() => undefined))?.saved
  const responseLanguage = language ?? chooseLanguage({ header: request.headers['accept-language'], saved: await own() })
  const { status, headers, body } = buildErrorResponse(error, request.id, (detail) => deps.messages.formatError(detail, responseLanguage))
  if (status === 500) request.log.error({ err: error }, 'unexpected error')
  return reply
    .code(status)
    .headers({ ...dataHeaders, ...headers })
    .send(body)
}
