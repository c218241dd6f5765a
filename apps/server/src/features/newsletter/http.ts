import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newsletter as procedures } from '@registry/api-contract/newsletter'
import { newsletter } from './service.ts'
import type { CallService } from '@registry/api-contract/trpc'
import type { Deps } from '../../app/deps.ts'
import { createOperationContext } from '../../http/operation-context.ts'

/** The secret is in the query, which no log keeps (THREAT-36). An invalid secret ends nothing. */
const Address = z.object({ token: z.string().max(100).catch('') })
/** `List-Unsubscribe=One-Click` is shorter. */
const maxBytes = 1024

/**
 * The address of the List-Unsubscribe header (RFC 8058): a mail program posts, without a session, and the newsletter ends. A person who
 * opens it reaches the page with the confirmation, because mail scanners open links too (THREAT-11). The address does not identify the
 * patient.
 */
export const registerUnsubscribe = async (server: FastifyInstance, deps: Deps, callService: CallService): Promise<void> => {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Only the secret in the address counts.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, _body, done) => done(null, undefined))
    const url = '/api/unsubscribe'
    const readSecret = ({ query }: FastifyRequest): string => Address.parse(query).token
    scope.get(url, { config: { page: true } }, async (request, reply) =>
      reply.redirect(`${deps.env.MYCONSENT_ORIGIN}/disiscrizione#${encodeURIComponent(readSecret(request))}`, 303),
    )
    scope.post(url, async (request, reply) => {
      const context = await createOperationContext(deps, callService, request)
      const caller = context.createCaller(procedures.unsubscribe.meta)
      await context.withAuditEntry(caller, () => newsletter(deps).unsubscribe(caller, { secret: readSecret(request) }))
      return reply.send({ success: true })
    })
  })
}
