import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '@registry/api-contract/ports'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../../deps.ts'
import { parseForm, decodeText, unreadableForm } from '../body-text.ts'
import { createOperationContext } from '../operation-context.ts'
import { isFileResponse, sendFile } from '../downloads.ts'
import { chooseLanguage } from '../language.ts'
import { parseLegacyFields } from './fields.ts'
import { findOperation, type LegacyResponse, type LegacyRoute } from './route.ts'
import { sendError, recordRefusal } from '../error-response.ts'
import { bodyLimit } from '../server.ts'
import { withTimeLimit } from '../time-limit.ts'
import { createCallerCheck, type CallerCheck } from '../upload-caller.ts'
import { receiveForm, receiveUpload, type FindCaller, type Upload } from '../uploads.ts'

const decodeBody = (bytes: Buffer, refuse: (error: Error) => void, read: (text: string) => void): void => {
  try {
    read(decodeText(bytes))
  } catch (error) {
    refuse(error instanceof Error ? error : new Error('no text'))
  }
}

const noFile = { file: undefined, assignTo: () => {}, dispose: async (): Promise<void> => {} }

const receive = async (deps: Deps, route: LegacyRoute, request: FastifyRequest, findCaller: FindCaller): Promise<Upload> => {
  // Without a form there is no file; the operation says so once the caller is known (D2).
  if (route.upload && request.isMultipart()) return receiveUpload(request, deps.uploads, findCaller)
  const body = request.method === 'GET' ? request.query : request.body
  if (body === unreadableForm) throw new AppError('body_unreadable')
  const fields = request.isMultipart() ? await receiveForm(request, bodyLimit) : parseLegacyFields(body)
  return { fields, ...noFile }
}

/** Ends when the client leaves before its answer is complete. */
const createAbortSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}

/** As the log names a path whose action is not known. */
const buildAuditName = ({ actions }: LegacyRoute) => [{ command: Object.values(actions)[0]?.meta.command ?? '', action: '' }]

/** What fails before an operation is known leaves the path's entry (D11). */
const withRefusalEntry = async <T>(deps: Deps, route: LegacyRoute, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await recordRefusal(deps, request, buildAuditName(route), error)
    throw error
  }
}

/** Runs the operation a request means. `speak` hears the language as soon as it is known, so that failures use it too. */
const perform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  { request, reply }: Exchange,
  { received, caller, setLanguage }: ReceivedRequest,
): Promise<LegacyResponse> => {
  const { fields, file } = received
  const lang = fields.has('lang') ? fields.value('lang') : undefined
  const visitor = await createOperationContext(deps, ports, request, { language: lang })
  setLanguage(visitor.language)
  const operation = await withRefusalEntry(deps, route, request, async () => findOperation(route, fields))
  // A centre that is refused has no operation of its own yet, but leaves its entry as one (D11).
  const actor = await caller
    .actor(fields)
    .catch((error: unknown) => visitor.withAuditEntry(visitor.createCaller(operation.meta), () => Promise.reject(error)))
  if (actor && actor.kind !== 'visitor') await withRefusalEntry(deps, route, request, async () => received.assignTo(actor))
  const context = actor ? await createOperationContext(deps, ports, request, { actor, language: lang }) : visitor
  return operation.run({ deps, fields, file, language: context.language, context, request, signal: createAbortSignal(reply) })
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** What came with a request, and who may have sent it. */
type ReceivedRequest = { readonly received: Upload; readonly caller: CallerCheck; readonly setLanguage: (language: Language) => void }

/** Whatever an upload waits for, its file and its place are given back in the end. */
const withUploadTime = <T>({ uploads, log }: Deps, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  const onAbandoned = (): void => log.error({ requestId: request.id }, 'an upload did not end at its time limit and was abandoned')
  return withTimeLimit(uploads.timeLimit, { error: new AppError('busy', { seconds: 30 }), onAbandoned }, work)
}

/** The file that came is gone before the answer leaves. */
const receiveAndPerform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  exchange: Exchange,
  setLanguage: (language: Language) => void,
): Promise<LegacyResponse> => {
  const { request } = exchange
  const caller = createCallerCheck(deps, route, request)
  const findCaller: FindCaller = async (fields) => {
    if (fields.has('lang')) setLanguage(chooseLanguage({ body: fields.value('lang'), header: request.headers['accept-language'] }))
    const actor = await caller.beforeFile(fields)
    // The reader starts while the file arrives, for a caller who is known alone (THREAT-23).
    if (actor) deps.readers.prepare()
    return actor
  }
  const received = await withRefusalEntry(deps, route, request, () => receive(deps, route, request, findCaller))
  const work = (): Promise<LegacyResponse> => perform(deps, ports, route, exchange, { received, caller, setLanguage })
  try {
    return await (route.upload ? withUploadTime(deps, request, work) : work())
  } finally {
    await received.dispose()
  }
}

const sendResponse = async (deps: Deps, ports: Ports, route: LegacyRoute, exchange: Exchange): Promise<FastifyReply> => {
  const { reply } = exchange
  let language: Language | undefined
  try {
    const result = await receiveAndPerform(deps, ports, route, exchange, (known) => {
      language = known
    })
    return await (isFileResponse(result) ? sendFile(reply, result) : reply.headers(route.headers ?? {}).send({ success: true, ...result }))
  } catch (error) {
    return sendError(deps, exchange, error, language)
  }
}

/** The legacy paths below /api, each in JSON, urlencoded and multipart (D2); a sibling of tRPC's scope, which has its own parsers. */
export const registerLegacyRoutes = async (
  server: FastifyInstance,
  deps: Deps,
  ports: Ports,
  routes: readonly LegacyRoute[],
): Promise<void> => {
  await server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit, parser: parseForm })
    await scope.register(multipart, { throwFileSizeLimit: false })
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      // Old programs announce JSON and send nothing where a path needs no input.
      if (body.length === 0) done(null, undefined)
      else decodeBody(Buffer.from(body), done, (text) => void parseJson(request, text, done))
    })
    const byAddress = new Map(routes.map((route) => [`${route.method} /api${route.path}`, route]))
    scope.setErrorHandler(async (error, request, reply) => {
      const route = byAddress.get(`${request.method} ${request.routeOptions.url}`)
      await recordRefusal(deps, request, route ? buildAuditName(route) : [], error)
      return sendError(deps, { request, reply }, error)
    })
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: `/api${route.path}`,
        config: { upload: route.upload },
        handler: (request, reply) => sendResponse(deps, ports, route, { request, reply }),
      })
    }
  })
}
