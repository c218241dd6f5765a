import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Caller } from '@registry/api-contract/caller'
import type { CallService, Meta } from '@registry/api-contract/trpc'
import { AppError } from '@registry/domain/error'
import { observationColumns } from '@registry/domain/imports/columns'
import { fhirElements } from '@registry/domain/observations/fhir'
import type { Deps } from '../../app/deps.ts'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { findCentreActor } from '../../auth/centre-access.ts'
import { rejectCompressed } from '../../http/body-text.ts'
import { recordRejection, sendError } from '../../http/error-response.ts'
import { dataHeaders } from '../../http/headers.ts'
import { requirePermission } from '../../http/legacy/permission.ts'
import { fhirPath as path } from '../../http/legacy/openapi/fhir.ts'
import type { LegacyPath } from '../../http/legacy/route.ts'
import { withUploadTime } from '../../http/legacy/upload-call.ts'
import { createOperationContext } from '../../http/operation-context.ts'
import {
  buildErrorSystem,
  buildFhirResponse,
  fhirAddress,
  findIssueType,
  type FhirResponse,
  type Issue,
  type OperationOutcome,
} from '../../http/operation-outcome.ts'
import { getRequestContext } from '../../http/request-context.ts'
import { receiveFile, type UploadedFile } from '../../http/uploads.ts'
import { createBundlePlan, type StoredOutcomes } from './put-observations.ts'
import { formatReport } from './report.ts'
import type { ReportEntry } from './report-entries.ts'
import { runImport } from './run-import.ts'

const meta: Meta = { permission: 'medical-data:import', command: 'fhir', action: '', reads: 'patients' }

/** The path of Bundles, as the contract print shows it. */
export const fhirPath: LegacyPath = { method: 'POST', path, ...meta }

/** The element of an entry, for a report that names columns where files have one. */
const formatExpression = (row: number, field = ''): string => {
  const column = observationColumns.find((name) => name === field)
  const element = column ? fhirElements[column] : field
  return `Bundle.entry[${row - 1}]${element === '' ? '' : `.${element}`}`
}

/** The issues of a report, by row; row 0 counts those that are not listed. */
const buildIssues = (deps: Deps, entries: readonly ReportEntry[], messages: readonly string[]): ReadonlyMap<number, readonly Issue[]> => {
  const system = buildErrorSystem(deps.env.STAFF_ORIGIN)
  const issues = entries.map(({ row, field, code, warning }, index): readonly [number, Issue] => [
    row,
    {
      severity: row === 0 ? 'information' : warning ? 'warning' : 'error',
      code: row === 0 ? 'informational' : findIssueType(code),
      details: { coding: [{ system, code }], text: messages[index] ?? '' },
      ...(row > 0 && { expression: [formatExpression(row, field)] }),
    },
  ])
  return new Map([...Map.groupBy(issues, ([row]) => row)].map(([row, found]) => [row, found.map(([, issue]) => issue)]))
}

const buildOutcome = (issue: readonly Issue[]): OperationOutcome => ({ resourceType: 'OperationOutcome', issue: [...issue] })

/** Stores the results of a Bundle, all or none (REQ-OBS-10). */
const storeBundle = async (deps: Deps, caller: Caller, file: UploadedFile): Promise<FhirResponse> => {
  const outcomes: StoredOutcomes = new Map()
  const progress = await deps.uploads.progress.start(caller, undefined)
  try {
    const plan = createBundlePlan(outcomes)
    const centre = findCallerCentre(caller, undefined)
    const request = { plan, centre, file, format: 'fhir', dryRun: false, allOrNothing: true, progress, stopped: undefined } as const
    const done = await runImport(deps, caller, request)
    const { report } = formatReport({ ...deps, ...done }, caller, done)
    const messages = report.detail.map(({ message }) => message)
    const issues = buildIssues(deps, done.entries, messages)
    // A warning of an entry comes with its acceptance.
    if (done.ko > 0)
      return buildFhirResponse(422, buildOutcome([...issues.values()].flat().filter(({ severity }) => severity !== 'warning')))
    const entry = Array.from({ length: done.ok }, (_, index) => {
      const warnings = issues.get(index + 1)
      const status = outcomes.get(index + 1) === 'added' ? '201 Created' : '200 OK'
      return { response: { status, ...(warnings && { outcome: buildOutcome(warnings) }) } }
    })
    return buildFhirResponse(200, { resourceType: 'Bundle', type: 'transaction-response', ...(entry.length > 0 && { entry }) })
  } finally {
    await progress.end()
  }
}

/**
 * Finds the centre of the program by the code and password of its header (RFC 7617), as the other paths do by fields. A session is not
 * enough (REQ-OBS-10).
 * @throws AppError centre_refused, centre_suspended, centre_ambiguous, too_many_attempts
 */
const findActor = (deps: Deps, request: FastifyRequest): Promise<Actor> => {
  const [, encoded = ''] = /^basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '') ?? []
  const [, code, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (code === undefined || password === undefined) return Promise.reject(new AppError('centre_refused'))
  return findCentreActor(deps, request.ip, getRequestContext(request), { code, password })
}

const jsonTypes = /^application\/(?:fhir\+)?json *(?:;|$)/i

const receiveAndStore = async (deps: Deps, callService: CallService, request: FastifyRequest): Promise<FhirResponse> => {
  const visitor = await createOperationContext(deps, callService, request)
  const actor = await findActor(deps, request).catch((error: unknown) =>
    visitor.withAuditEntry(visitor.createCaller(meta), () => Promise.reject(error)),
  )
  const context = await createOperationContext(deps, callService, request, { actor })
  const caller = context.createCaller(meta)
  return context.withAuditEntry(caller, async () => {
    requirePermission(caller, meta)
    rejectCompressed(request)
    if (!jsonTypes.test(request.headers['content-type'] ?? '')) throw new AppError('fhir_type_wrong')
    deps.readers.prepare()
    const { file, dispose } = await receiveFile(request, deps.uploads, actor)
    try {
      return await withUploadTime(deps, request, () => storeBundle(deps, caller, file))
    } finally {
      await dispose()
    }
  })
}

/** Registers `POST /api/fhir`: transaction Bundles of FHIR R4 with the results of a centre's patients (REQ-OBS-10). */
export const registerFhir = async (server: FastifyInstance, deps: Deps, callService: CallService): Promise<void> => {
  await server.register(async (scope) => {
    // The body becomes a file, after its caller is known.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null, undefined))
    scope.setErrorHandler(async (error, request, reply) =>
      sendError(deps, { request, reply }, await recordRejection(deps, request, [{ command: meta.command, action: '' }], error)),
    )
    scope.post(fhirAddress, { config: { upload: true } }, (request, reply) =>
      receiveAndStore(deps, callService, request).then(
        ({ status, headers, body }) =>
          reply
            .code(status)
            .headers({ ...dataHeaders, ...headers })
            .send(body),
        (error: unknown) => sendError(deps, { request, reply }, error),
      ),
    )
  })
}
