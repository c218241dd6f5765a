import type { FastifyRequest } from 'fastify'

/**
 * The only procedures with compressed responses: the manual, the reference tables and the dictionary of the filters. They are the same for
 * everybody with the right to read them and repeat no text of the request, so the length of a response reveals nothing (THREAT-52).
 * Responses about persons, filters, sessions and sign-in are not compressed, because another person may have chosen a part of them.
 */
const compressed: ReadonlySet<string> = new Set(['help.page', 'referenceTables.rows', 'savedFilters.fieldInfo', 'savedFilters.picker'])

const acceptsGzip = (request: FastifyRequest): boolean =>
  /(^|,)\s*gzip\s*(,|;\s*q=(?!0(\.0*)?\s*(,|$))|$)/i.test(request.headers['accept-encoding'] ?? '')

/** Compresses the response to calls of the listed procedures. A batch with another call is not compressed. */
export const compressAnswer = (request: FastifyRequest, calls: readonly string[], answer: unknown): unknown => {
  const isListed = calls.length > 0 && calls.every((call) => compressed.has(call))
  if (!isListed || !(answer instanceof Response) || answer.status !== 200 || !answer.body || !acceptsGzip(request)) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  return new Response(answer.body.pipeThrough(new CompressionStream('gzip')), { status: answer.status, headers })
}
