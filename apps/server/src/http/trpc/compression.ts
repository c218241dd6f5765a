import type { FastifyRequest } from 'fastify'

/**
 * The only procedures whose answers are compressed: the manual, the reference tables and the dictionary of the filters. They are the same
 * for everybody with the right to read them and repeat no text of the request, so the length of an answer reveals nothing (THREAT-52).
 * Answers about persons, filters, sessions and sign-in stay as they are, because somebody else may have chosen a part of them.
 */
const compressed: ReadonlySet<string> = new Set(['help.page', 'referenceTables.rows', 'savedFilters.fieldInfo', 'savedFilters.picker'])

const acceptsGzip = (request: FastifyRequest): boolean =>
  /(^|,)\s*gzip\s*(,|;\s*q=(?!0(\.0*)?\s*(,|$))|$)/i.test(request.headers['accept-encoding'] ?? '')

/** Compresses the answer to calls of the listed procedures. A batch with another call stays as it is. */
export const compressAnswer = (request: FastifyRequest, calls: readonly string[], answer: unknown): unknown => {
  const isListed = calls.length > 0 && calls.every((call) => compressed.has(call))
  if (!isListed || !(answer instanceof Response) || answer.status !== 200 || !answer.body || !acceptsGzip(request)) return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  headers.append('vary', 'accept-encoding')
  return new Response(answer.body.pipeThrough(new CompressionStream('gzip')), { status: answer.status, headers })
}
