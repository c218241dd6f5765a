import {
  ChangedCommunication,
  Communication,
  CommunicationAction,
  CommunicationCount,
  CommunicationOptions,
  CommunicationQuery,
  CommunicationRow,
  CommunicationSchedule,
  CommunicationTested,
  NewCommunication,
} from './communications.ts'
import { can, router } from './trpc.ts'

export const communications = router({
  list: can('communication:write', 'communications', 'LIST')
    .output(CommunicationRow.array())
    .query(({ ctx }) => ctx.communications.list(ctx.caller)),
  options: can('communication:write', 'communications', 'OPTIONS')
    .output(CommunicationOptions)
    .query(({ ctx }) => ctx.communications.options(ctx.caller)),
  get: can('communication:write', 'communications', 'GET')
    .input(CommunicationQuery)
    .output(Communication)
    .query(({ ctx, input }) => ctx.communications.get(ctx.caller, input.id)),
  count: can('communication:write', 'communications', 'COUNT', 'counts')
    .input(CommunicationQuery)
    .output(CommunicationCount)
    .query(({ ctx, input }) => ctx.communications.count(ctx.caller, input.id)),
  create: can('communication:write', 'communications', 'ADD')
    .input(NewCommunication)
    .output(Communication)
    .mutation(({ ctx, input }) => ctx.communications.create(ctx.caller, input)),
  change: can('communication:write', 'communications', 'CHANGE')
    .input(ChangedCommunication)
    .output(Communication)
    .mutation(({ ctx, input }) => ctx.communications.change(ctx.caller, input)),
  sendTest: can('communication:write', 'communications', 'TEST')
    .input(CommunicationAction)
    .output(CommunicationTested)
    .mutation(({ ctx, input }) => ctx.communications.sendTest(ctx.caller, input)),
  schedule: can('communication:write', 'communications', 'SCHEDULE')
    .input(CommunicationSchedule)
    .output(Communication)
    .mutation(({ ctx, input }) => ctx.communications.schedule(ctx.caller, input)),
  cancel: can('communication:write', 'communications', 'CANCEL')
    .input(CommunicationAction)
    .output(Communication)
    .mutation(({ ctx, input }) => ctx.communications.cancel(ctx.caller, input)),
})
