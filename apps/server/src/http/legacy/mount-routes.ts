import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ports } from '@registry/api-contract/ports'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../../deps.ts'
import { parseForm, textOf, unreadable } from '../body-text.ts'
import { contextOf } from '../caller.ts'
import { isFileAnswer, sendFile } from '../downloads.ts'
import { chooseLanguage } from '../language.ts'
import { legacyFields } from './fields.ts'
import { operationOf, type LegacyAnswer, type LegacyRoute } from './route.ts'
import { sendError, recordRefusal } from '../error-response.ts'
import { bodyLimit } from '../server.ts'
import { withTimeLimit } from '../time-limit.ts'
import { callerCheck, type CallerCheck } from '../upload-caller.ts'
import { receiveForm, receiveUpload, type FindCaller, type Upload } from '../uploads.ts'

const readText = (bytes: Buffer, refuse: (error: Error) => void, read: (text: string) => void): void => {
  try {
    read(textOf(bytes))
  } catch (error) {
    refuse(error instanceof Error ? error : new Error('no text'))
  }
}

const noFile = { file: undefined, belongsTo: () => {}, dispose: async (): Promise<void> => {} }

const receive = async (deps: Deps, route: LegacyRoute, request: FastifyRequest, findCaller: FindCaller): Promise<Upload> => {
  // Without a form there is no file; the operation says so once the caller is known (D2).
  if (route.upload && request.isMultipart()) return receiveUpload(request, deps.uploads, findCaller)
  const body = request.method === 'GET' ? request.query : request.body
  if (body === unreadable) throw new AppError('body_unreadable')
  const fields = request.isMultipart() ? await receiveForm(request, bodyLimit) : legacyFields(body)
  return { fields, ...noFile }
}

/** Ends when the client leaves before its answer is complete. */
const signalOf = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}

/** As the log names a path whose action is not known. */
const commandsOf = ({ actions }: LegacyRoute) => [{ command: Object.values(actions)[0]?.meta.command ?? '', action: '' }]

/** What fails before an operation is known leaves the path's entry (D11). */
const orRefused = async <T>(deps: Deps, route: LegacyRoute, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await recordRefusal(deps, request, commandsOf(route), error)
    throw error
  }
}

/** Runs the operation a request means. `speak` hears the language as soon as it is known, so that failures use it too. */
const perform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  { request, reply }: Exchange,
  { received, caller, speak }: Arrived,
): Promise<LegacyAnswer> => {
  const { fields, file } = received
  const lang = fields.has('lang') ? fields.value('lang') : undefined
  const visitor = await contextOf(deps, ports, request, { language: lang })
  speak(visitor.language)
  const operation = await orRefused(deps, route, request, async () => operationOf(route, fields))
  // A centre that is refused has no operation of its own yet, but leaves its entry as one (D11).
  const actor = await caller
    .actor(fields)
    .catch((error: unknown) => visitor.withAuditEntry(visitor.createCaller(operation.meta), () => Promise.reject(error)))
  if (actor && actor.kind !== 'visitor') await orRefused(deps, route, request, async () => received.belongsTo(actor))
  const context = actor ? await contextOf(deps, ports, request, { actor, language: lang }) : visitor
  return operation.run({ deps, fields, file, language: context.language, context, request, signal: signalOf(reply) })
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** What came with a request, and who may have sent it. */
type Arrived = { readonly received: Upload; readonly caller: CallerCheck; readonly speak: (language: Language) => void }

/** Whatever an upload waits for, its file and its place are given back in the end. */
const withUploadTime = <T>({ uploads, log }: Deps, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  const onAbandoned = (): void => log.error({ requestId: request.id }, 'an upload did not end at its time limit and was abandoned')
  return withTimeLimit(uploads.timeLimit, { refusal: new AppError('busy', { seconds: 30 }), onAbandoned }, work)
}

/** The file that came is gone before the answer leaves. */
const receiveAndPerform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  exchange: Exchange,
  speak: (language: Language) => void,
): Promise<LegacyAnswer> => {
  const { request } = exchange
  const caller = callerCheck(deps, route, request)
  const findCaller: FindCaller = async (fields) => {
    if (fields.has('lang')) speak(chooseLanguage({ body: fields.value('lang'), header: request.headers['accept-language'] }))
    const actor = await caller.beforeFile(fields)
    // The reader starts while the file arrives, for a caller who is known alone (T23).
    if (actor) deps.readers.prepare()
    return actor
  }
  const received = await orRefused(deps, route, request, () => receive(deps, route, request, findCaller))
  const work = (): Promise<LegacyAnswer> => perform(deps, ports, route, exchange, { received, caller, speak })
  try {
    return await (route.upload ? withUploadTime(deps, request, work) : work())
  } finally {
    await received.dispose()
  }
}

const answer = async (deps: Deps, ports: Ports, route: LegacyRoute, exchange: Exchange): Promise<FastifyReply> => {
  const { reply } = exchange
  let language: Language | undefined
  try {
    const result = await receiveAndPerform(deps, ports, route, exchange, (known) => {
      language = known
    })
    return await (isFileAnswer(result) ? sendFile(reply, result) : reply.headers(route.headers ?? {}).send({ success: true, ...result }))
  } catch (error) {
    return sendError(deps, exchange, error, language)
  }
}

/** The legacy paths below /api, each in JSON, urlencoded and multipart (D2); a sibling of tRPC's scope, which has its own parsers. */
export const mountLegacy = async (server: FastifyInstance, deps: Deps, ports: Ports, routes: readonly LegacyRoute[]): Promise<void> => {
  await server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit, parser: parseForm })
    await scope.register(multipart, { throwFileSizeLimit: false })
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
      // Old programs announce JSON and send nothing where a path needs no input.
      if (body.length === 0) done(null, undefined)
      else readText(Buffer.from(body), done, (text) => void parseJson(request, text, done))
    })
    const byAddress = new Map(routes.map((route) => [`${route.method} /api${route.path}`, route]))
    scope.setErrorHandler(async (error, request, reply) => {
      const route = byAddress.get(`${request.method} ${request.routeOptions.url}`)
      await recordRefusal(deps, request, route ? commandsOf(route) : [], error)
      return sendError(deps, { request, reply }, error)
    })
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: `/api${route.path}`,
        config: { upload: route.upload },
        handler: (request, reply) => answer(deps, ports, route, { request, reply }),
      })
    }
  })
}
