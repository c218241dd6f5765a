import type { FastifyInstance } from 'fastify'
import { AppError } from '@registry/domain/error'
import type { CallService } from '@registry/api-contract/trpc'
import type { Site } from '@registry/api-contract/caller'
import type { AppDeps } from './assemble-deps.ts'
import { registerXmlSchema } from '../features/filters/exports/xml-schema.ts'
import { registerStaticApps, type BuiltApp } from '../http/static-apps.ts'
import { registerCspReport } from '../http/csp-report.ts'
import { addRequestHooks, isHealthPath } from '../http/request-hooks.ts'
import { healthy, registerHealth, type ProcessHealth } from '../http/health.ts'
import { registerLegacyRoutes } from '../http/legacy/register-routes.ts'
import type { LegacyRoute } from '../http/legacy/route.ts'
import { createServer } from '../http/server.ts'
import { registerTrpcPlugin } from '../http/trpc/plugin.ts'
import { createNotFoundError } from '../http/not-found.ts'
import { registerFhir } from '../features/imports/fhir.ts'
import { registerHelp } from '../features/help/http.ts'
import { registerUnsubscribe } from '../features/newsletter/http.ts'

export type AppParts = {
  readonly callService: CallService
  readonly routes: readonly LegacyRoute[]
  /** The built apps, if this process serves them. */
  readonly apps?: Readonly<Record<Site, BuiltApp>>
  readonly health?: ProcessHealth
}

/** Rejects unknown paths before the body is read (REQ-API-03). */
const rejectUnknownPaths = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw createNotFoundError(server, request, reply)
  })
}

/** A restored copy still has the people who withdrew later (FAULT-25). */
const rejectWhileRestored = (server: FastifyInstance, { isRestored }: ProcessHealth): void => {
  server.addHook('onRequest', async (request) => {
    if (isRestored() && !isHealthPath(request)) throw new AppError('restored')
  })
}

export const buildApp = async (deps: AppDeps, { callService, routes, apps, health = healthy }: AppParts): Promise<FastifyInstance> => {
  const server = await createServer(deps)
  addRequestHooks(server, deps)
  rejectWhileRestored(server, health)
  rejectUnknownPaths(server)
  registerHealth(server, deps, health)
  await registerCspReport(server)
  await registerHelp(server, deps)
  registerXmlSchema(server)
  await registerUnsubscribe(server, deps, callService)
  await registerTrpcPlugin(server, deps, callService)
  await registerFhir(server, deps, callService)
  await registerLegacyRoutes(server, deps, callService, routes)
  if (apps) await registerStaticApps(server, apps)
  return server
}
