import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import { getPath } from './request-hooks.ts'

/** Whether an address has a route for a method. The catch-all route of the pages does not count for the API. */
const hasRoute = (server: FastifyInstance, method: 'GET' | 'POST', url: string): boolean => {
  const found = server.findRoute({ method, url })
  return found !== null && !(url.startsWith('/api/') && '*' in found.params)
}

/** Returns method_wrong with an `Allow` header if the address has another method, otherwise path_unknown (REQ-API-03). */
export const createNotFoundError = (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): AppError => {
  const methods = (['GET', 'POST'] as const).filter((method) => method !== request.method && hasRoute(server, method, getPath(request)))
  if (methods.length === 0) return new AppError('path_unknown')
  void reply.header('allow', methods.join(', '))
  return new AppError('method_wrong')
}
