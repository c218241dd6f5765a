import type { FastifyRequest } from 'fastify'
import type { Actor } from '@registry/api-contract/caller'
import type { CallService, Context } from '@registry/api-contract/trpc'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../app/deps.ts'
import { chooseLanguage } from './language.ts'
import { withAuditEntry, createCaller } from '../audit/operation.ts'
import { lapseDueConsents } from '../shared/lapse-consents.ts'
import { shareVisitorRejection } from '../audit/visitor-rejections.ts'
import { getRequestContext, visitorSession } from './request-context.ts'

/**
 * Set when the session does not decide: the actor of a centre's program, or the language of the body. `calls` is the
 * number of calls in a batch.
 */
export type CallerOptions = { readonly actor?: Actor; readonly language?: unknown; readonly calls?: number }

/** Creates the context of an operation, for procedures and legacy paths. Only this function creates callers. */
export const createOperationContext = async (
  deps: Deps,
  callService: CallService,
  request: FastifyRequest,
  options: CallerOptions = {},
): Promise<Context & { readonly language: Language }> => {
  const { siteAddress, cookies, session } = getRequestContext(request)
  const known = options.actor?.kind === 'visitor' ? visitorSession : await session()
  const actor = options.actor ?? known.actor
  const language = chooseLanguage({ body: options.language, header: request.headers['accept-language'], saved: known.language })
  const auditLog = shareVisitorRejection(deps.auditLog, options.calls ?? 1)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 255)
  return {
    callService,
    language,
    requestId: request.id,
    formatError: (detail) => deps.messages.formatError(detail, language),
    withAuditEntry: (caller, work) =>
      withAuditEntry({ auditLog }, caller, async () => {
        // Staff and programs never see data whose consents are due to lapse, whether or not the job has run.
        if (caller.actor.kind === 'staff' || caller.actor.kind === 'centre') await lapseDueConsents(deps.database, 'new')
        return work()
      }),
    createCaller: ({ command, action, reads }) =>
      createCaller(
        { actor, site: siteAddress.site, language, host: request.ip, userAgent, requestId: request.id, command, action, cookies },
        reads,
      ),
  }
}
