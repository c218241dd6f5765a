import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallService } from '@registry/api-contract/trpc'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { isNearName } from '@registry/tabular/near-name'
import type { Deps } from '../../app/deps.ts'
import { parseForm, decodeText, rejectCompressed, unreadableForm } from '../body-text.ts'
import { createOperationContext } from '../operation-context.ts'
import { sendFile } from '../downloads.ts'
import { chooseLanguage } from '../language.ts'
import { json, parseLegacyFields, parseRequest, type LegacyFields } from './fields.ts'
import { withUploadTime } from './upload-call.ts'
import { findOperation, listEndpoints, takesFile, type LegacyEndpoint, type LegacyResponse, type LegacyRoute } from './route.ts'
import { registerOpenApi } from './openapi/register.ts'
import { sendError, recordRejection } from '../error-response.ts'
import { bodyLimit } from '../server.ts'
import { createCallerCheck, type CallerCheck } from './caller-check.ts'
import { receiveForm, receiveUpload, type FindCaller, type Upload } from '../uploads.ts'

/**
 * Rejects a field whose name is nearly one of the operation. A program that sends `dryRun` would otherwise store its file (REQ-IMP-06).
 * Other unknown fields are ignored, as old programs expect.
 * @throws AppError field_name_wrong
 */
const rejectNearFields = ({ upload, centre, request }: LegacyRoute, fields: LegacyFields): void => {
  if (upload === undefined && !centre) return
  const names = Object.keys(request.shape)
  for (const sent of Object.keys(fields)) {
    if (names.includes(sent) || sent === upload) continue
    const name = names.find((known) => isNearName(sent, known))
    if (name !== undefined) throw new AppError('field_name_wrong', { sent: sent.slice(0, 80), name })
  }
}

const decodeBody = (bytes: Buffer, reject: (error: Error) => void, read: (text: string) => void): void => {
  try {
    read(decodeText(bytes))
  } catch (error) {
    reject(error instanceof Error ? error : new Error('no text'))
  }
}

const noFile = { file: undefined, assignTo: () => {}, dispose: async (): Promise<void> => {} }

const LanguageField = z.object({ lang: json() })

const readLanguage = (fields: LegacyFields): unknown => parseRequest(LanguageField, fields).lang

const receiveBody = async (deps: Deps, endpoint: LegacyEndpoint, request: FastifyRequest, findCaller: FindCaller): Promise<Upload> => {
  // Another body has no file. The operation reports the missing file after it has checked the caller.
  if (takesFile(endpoint) && request.isMultipart()) {
    const uploadName = endpoint.operations.find(({ upload }) => upload !== undefined)?.upload
    return receiveUpload(request, deps.uploads, { findCaller, uploadName })
  }
  const body = endpoint.method === 'GET' ? request.query : request.body
  if (body === unreadableForm) throw new AppError('body_unreadable')
  const fields = request.isMultipart() ? await receiveForm(request, bodyLimit) : parseLegacyFields(body)
  return { fields, ...noFile }
}

/** Aborts when the client disconnects before the response is complete. */
const createAbortSignal = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}

/** The audit names of an endpoint whose operation is unknown. */
const listAuditNames = ({ operations: [first] }: LegacyEndpoint) => (first ? [{ command: first.meta.command, action: '' }] : [])

/** Writes the audit entry of a request that fails before its operation is known (REQ-ADM-01). */
const withRejectionEntry = async <T>(deps: Deps, endpoint: LegacyEndpoint, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw await recordRejection(deps, request, listAuditNames(endpoint), error)
  }
}

/** Runs the operation of a request. `setLanguage` receives the language before anything else can fail, so that errors use it too. */
const runOperation = async (
  deps: Deps,
  callService: CallService,
  endpoint: LegacyEndpoint,
  { request, reply }: Exchange,
  { received, caller, setLanguage }: ReceivedRequest,
): Promise<LegacyResponse> => {
  const { fields, file } = received
  const language = readLanguage(fields)
  const visitor = await withRejectionEntry(deps, endpoint, request, () => createOperationContext(deps, callService, request, { language }))
  setLanguage(visitor.language)
  const operation = await withRejectionEntry(deps, endpoint, request, async () => findOperation(endpoint, fields))
  await withRejectionEntry(deps, endpoint, request, async () => rejectNearFields(operation, fields))
  // A rejected centre leaves the audit entry of the operation that it requested (REQ-ADM-01).
  const actor = await caller
    .actor(fields)
    .catch((error: unknown) => visitor.withAuditEntry(visitor.createCaller(operation.meta), () => Promise.reject(error)))
  if (actor && actor.kind !== 'visitor') await withRejectionEntry(deps, endpoint, request, async () => received.assignTo(actor))
  const context = actor ? await createOperationContext(deps, callService, request, { actor, language }) : visitor
  const signal = createAbortSignal(reply)
  const call = { deps, fields, file, language: context.language, context, request, signal }
  const response = await operation.run(call)
  void reply.headers(operation.headers)
  return response
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type ReceivedRequest = { readonly received: Upload; readonly caller: CallerCheck; readonly setLanguage: (language: Language) => void }

/** Removes the uploaded file before the response is sent. */
const receiveAndRun = async (
  deps: Deps,
  callService: CallService,
  endpoint: LegacyEndpoint,
  exchange: Exchange,
  setLanguage: (language: Language) => void,
): Promise<LegacyResponse> => {
  const { request } = exchange
  const caller = createCallerCheck(deps, endpoint, request)
  const findCaller: FindCaller = async (fields) => {
    if (Object.hasOwn(fields, 'lang'))
      setLanguage(chooseLanguage({ body: readLanguage(fields), header: request.headers['accept-language'] }))
    const actor = await caller.beforeFile(fields)
    // Only a known caller may start a reader before the file is complete (THREAT-23).
    if (actor) deps.readers.prepare()
    return actor
  }
  const received = await withRejectionEntry(deps, endpoint, request, () => receiveBody(deps, endpoint, request, findCaller))
  const work = (): Promise<LegacyResponse> => runOperation(deps, callService, endpoint, exchange, { received, caller, setLanguage })
  try {
    return await (takesFile(endpoint) ? withUploadTime(deps, request, work) : work())
  } finally {
    await received.dispose()
  }
}

const sendResponse = async (deps: Deps, callService: CallService, endpoint: LegacyEndpoint, exchange: Exchange): Promise<FastifyReply> => {
  const { reply } = exchange
  let language: Language | undefined
  try {
    const response = await receiveAndRun(deps, callService, endpoint, exchange, (known) => {
      language = known
    })
    return await (typeof response === 'string' ? reply.type('application/json; charset=utf-8').send(response) : sendFile(reply, response))
  } catch (error) {
    return sendError(deps, exchange, error, language)
  }
}

/** Registers the body parsers of legacy paths: JSON, urlencoded and multipart (REQ-API-05). */
const addParsers = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(formbody, { bodyLimit, parser: parseForm })
  await scope.register(multipart, { throwFileSizeLimit: false })
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Old programs announce JSON and send no body to paths that need no input.
    if (body.length === 0) done(null, undefined)
    else decodeBody(Buffer.from(body), done, (text) => void parseJson(request, text, done))
  })
}

/** Registers the legacy paths below /api and their OpenAPI document. The tRPC plugin has another scope and other parsers. */
export const registerLegacyRoutes = async (
  server: FastifyInstance,
  deps: Deps,
  callService: CallService,
  routes: readonly LegacyRoute[],
): Promise<void> => {
  await server.register(async (scope) => {
    await addParsers(scope)
    await registerOpenApi(scope, deps, routes)
    const endpoints = listEndpoints(routes)
    const byAddress = new Map(endpoints.map((endpoint) => [`${endpoint.method} /api${endpoint.path}`, endpoint]))
    scope.setErrorHandler(async (error, request, reply) => {
      const endpoint = byAddress.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${request.routeOptions.url}`)
      return sendError(deps, { request, reply }, await recordRejection(deps, request, endpoint ? listAuditNames(endpoint) : [], error))
    })
    scope.addHook('onRequest', async (request) => rejectCompressed(request))
    for (const endpoint of endpoints) {
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        config: { upload: takesFile(endpoint) },
        handler: (request, reply) => sendResponse(deps, callService, endpoint, { request, reply }),
      })
    }
  })
}
