import { IdentityRequestTaken, NewIdentityRequest, ReceivedIdentityRequests } from './identity-requests.ts'
import { can, router } from './trpc.ts'

export const identityRequests = router({
  add: can('identity:request', 'newidentity')
    .input(NewIdentityRequest)
    .output(IdentityRequestTaken)
    .mutation(({ ctx, input }) => ctx.identityRequests.add(ctx.caller, input)),
  received: can('identity:received', 'newidentity', 'LIST')
    .output(ReceivedIdentityRequests)
    .query(({ ctx }) => ctx.identityRequests.received(ctx.caller)),
})
