import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@registry/domain/error'
import { getPath } from './request-hooks.ts'

/** Whether an address answers to a method; the pages' catch-all answers for no address of the API. */
const hasRoute = (server: FastifyInstance, method: 'GET' | 'POST', url: string): boolean => {
  const found = server.findRoute({ method, url })
  return found !== null && !(url.startsWith('/api/') && '*' in found.params)
}

/** An address that answers to another method says which (D2); everything else is nobody's. */
export const createNotFoundError = (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): AppError => {
  const methods = (['GET', 'POST'] as const).filter((method) => method !== request.method && hasRoute(server, method, getPath(request)))
  if (methods.length === 0) return new AppError('path_unknown')
  void reply.header('allow', methods.join(', '))
  return new AppError('method_wrong')
}
