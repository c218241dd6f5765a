import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '@registry/api-contract/caller'
import type { Ports } from '@registry/api-contract/ports'
import { Refusal } from '@registry/domain/fault'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../deps.ts'
import { parseForm, textOf, unreadable } from './body-text.ts'
import { contextOf } from './caller.ts'
import { centreActor } from './centre-access.ts'
import { isFileAnswer, sendFile } from './downloads.ts'
import { legacyFields } from './legacy-fields.ts'
import { operationOf, type LegacyAnswer, type LegacyRoute } from './legacy.ts'
import { answerFailure, enterRefusal } from './refusing.ts'
import { bodyLimit } from './server.ts'
import { receiveForm, receiveUpload, type Upload } from './uploads.ts'
import { visitOf } from './visit.ts'

const readText = (bytes: Buffer, refuse: (error: Error) => void, read: (text: string) => void): void => {
  try {
    read(textOf(bytes))
  } catch (error) {
    refuse(error instanceof Error ? error : new Error('no text'))
  }
}

const nothingToDispose = async (): Promise<void> => {}

const receive = async (deps: Deps, route: LegacyRoute, request: FastifyRequest): Promise<Upload> => {
  // Without a form there is no file; the operation says so once the caller is known (D2).
  if (route.upload && request.isMultipart()) return receiveUpload(request, deps.env)
  const body = request.method === 'GET' ? request.query : request.body
  if (body === unreadable) throw new Refusal('body_unreadable')
  const fields = request.isMultipart() ? await receiveForm(request, bodyLimit) : legacyFields(body)
  return { fields, file: undefined, dispose: nothingToDispose }
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
    await enterRefusal(deps, request, commandsOf(route), error)
    throw error
  }
}

/** Runs the operation a request means. `speak` hears the language as soon as it is known, so that failures use it too. */
const perform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  { request, reply }: Exchange,
  received: Upload,
  speak: (language: Language) => void,
): Promise<LegacyAnswer> => {
  const { fields, file } = received
  const lang = fields.has('lang') ? fields.value('lang') : undefined
  const visitor = await contextOf(deps, ports, request, { language: lang })
  speak(visitor.language)
  const operation = await orRefused(deps, route, request, async () => operationOf(route, fields))
  const admit = async (): Promise<Actor | undefined> => (route.centre ? centreActor(deps, request.ip, visitOf(request), fields) : undefined)
  // A centre that is refused has no operation of its own yet, but leaves its entry as one (D11).
  const actor = await admit().catch((error: unknown) => visitor.logged(visitor.caller(operation.meta), () => Promise.reject(error)))
  const context = actor ? await contextOf(deps, ports, request, { actor, language: lang }) : visitor
  return operation.run({ deps, fields, file, language: context.language, context, request, signal: signalOf(reply) })
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The file that came is gone before the answer leaves. */
const receiveAndPerform = async (
  deps: Deps,
  ports: Ports,
  route: LegacyRoute,
  exchange: Exchange,
  speak: (language: Language) => void,
): Promise<LegacyAnswer> => {
  const received = await orRefused(deps, route, exchange.request, () => receive(deps, route, exchange.request))
  try {
    return await perform(deps, ports, route, exchange, received, speak)
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
    return answerFailure(deps, exchange, error, language)
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
      await enterRefusal(deps, request, route ? commandsOf(route) : [], error)
      return answerFailure(deps, { request, reply }, error)
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
