import { Done, done } from './fields.ts'
import {
  CentreQuery,
  CentreQueryClosing,
  CentreQueryReply,
  CentreQuerySearch,
  ClosedFindings,
  FindingAnswer,
  FindingClosing,
  FindingOverview,
  FindingPage,
  FindingSearch,
  NewCentreQuery,
} from './findings.ts'
import { can, router } from './trpc.ts'

export const findings = router({
  list: can('record:read', 'findings', 'LIST', 'patients')
    .input(FindingSearch)
    .output(FindingPage)
    .query(({ ctx, input }) => ctx.findings.list(ctx.caller, input)),
  answer: can('record:write', 'findings', 'ANSWER')
    .input(FindingAnswer)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.findings.answer(ctx.caller, input)
      return done
    }),
  close: can('record:write', 'findings', 'CLOSE')
    .input(FindingClosing)
    .output(ClosedFindings)
    .mutation(({ ctx, input }) => ctx.findings.close(ctx.caller, input)),
  overview: can('finding:count', 'findings', 'OVERVIEW', 'counts')
    .output(FindingOverview)
    .query(({ ctx }) => ctx.findings.overview(ctx.caller)),
  queries: can('centre-query:read', 'findings', 'QUERIES')
    .input(CentreQuerySearch)
    .output(CentreQuery.array())
    .query(({ ctx, input }) => ctx.findings.queries(ctx.caller, input)),
  ask: can('centre-query:ask', 'findings', 'ASK')
    .input(NewCentreQuery)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.findings.ask(ctx.caller, input)
      return done
    }),
  reply: can('centre-query:reply', 'findings', 'REPLY')
    .input(CentreQueryReply)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.findings.reply(ctx.caller, input)
      return done
    }),
  closeQuery: can('centre-query:ask', 'findings', 'CLOSE_QUERY')
    .input(CentreQueryClosing)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.findings.closeQuery(ctx.caller, input)
      return done
    }),
})
