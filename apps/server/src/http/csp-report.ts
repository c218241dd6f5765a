import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const maxBytes = 16 * 1024
const perMinute = 30

const text = z.string().max(2000).catch('')
/** The list of the Reporting API, or the single report of older browsers. */
const Reports = z.union([
  z
    .array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text }) }))
    .transform((reports) => reports.map(({ body }) => body)),
  z
    .object({ 'csp-report': z.object({ 'violated-directive': text, 'blocked-uri': text }) })
    .transform(({ 'csp-report': report }) => [{ effectiveDirective: report['violated-directive'], blockedURL: report['blocked-uri'] }]),
])

/** Keeps the origin only, because path and query may contain personal data (THREAT-36). */
const formatOrigin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address.slice(0, 40))

const parseReports = (body: unknown): z.infer<typeof Reports> => {
  try {
    return Reports.safeParse(JSON.parse(String(body))).data ?? []
  } catch {
    return []
  }
}

/**
 * Receives the browsers' reports on the content policy (REQ-OPS-08). Anybody can post here, so the log gets few reports a minute and only
 * their directive and origin.
 */
export const registerCspReport = async (server: FastifyInstance): Promise<void> => {
  let minute = 0
  let written = 0
  const mayWrite = (): boolean => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, written] = [now, 0]
    written += 1
    return written <= perMinute
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/reports+json', 'application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post('/api/csp-report', async (request, reply) => {
      for (const { effectiveDirective, blockedURL } of parseReports(request.body)) {
        if (mayWrite())
          request.log.warn(
            { directive: effectiveDirective.slice(0, 80), blocked: formatOrigin(blockedURL) },
            'a page violated its content policy',
          )
      }
      return reply.code(204).send()
    })
  })
}
