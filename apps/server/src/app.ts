import type { FastifyInstance } from 'fastify'
import type { Ports } from '@registry/api-contract/ports'
import type { Site } from '@registry/api-contract/caller'
import { mountApiDocument } from './api-document/http.ts'
import { operationsOf } from './api-document/operations.ts'
import type { Deps } from './deps.ts'
import { mountApps, type BuiltApp } from './http/static-apps.ts'
import { mountCspReport } from './http/csp-report.ts'
import { addRequestHooks } from './http/request-hooks.ts'
import { mountHealth } from './http/health.ts'
import { mountLegacy } from './http/legacy/mount-routes.ts'
import type { LegacyRoute } from './http/legacy/route.ts'
import { createServer } from './http/server.ts'
import { mountTrpc } from './http/trpc/plugin.ts'
import { unknownAddress } from './http/not-found.ts'
import { mountHelp } from './features/help/http.ts'
import { legacyShapes } from './legacy-shapes.ts'

export type AppParts = {
  readonly ports: Ports
  readonly routes: readonly LegacyRoute[]
  /** The built apps, when this process serves them too. */
  readonly apps?: Readonly<Record<Site, BuiltApp>>
}

/** Whoever asks where nobody answers hears so before a body is looked at (D2). */
const refuseUnknown = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw unknownAddress(server, request, reply)
  })
}

/** Everything that is mounted, in one list. */
export const buildApp = async (deps: Deps, { ports, routes, apps }: AppParts): Promise<FastifyInstance> => {
  const server = await createServer(deps)
  addRequestHooks(server, deps)
  refuseUnknown(server)
  mountHealth(server, deps)
  await mountCspReport(server)
  await mountHelp(server, deps)
  mountApiDocument(server, deps, operationsOf(routes, legacyShapes))
  await mountTrpc(server, deps, ports)
  await mountLegacy(server, deps, ports, routes)
  if (apps) mountApps(server, apps)
  return server
}
