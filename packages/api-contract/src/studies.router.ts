import { z } from 'zod'
import { Done, done } from './fields.ts'
import {
  ChangedStudy,
  NewStudy,
  OwnStudy,
  OwnStudyRow,
  Study,
  StudyAction,
  StudyAnswerInput,
  StudyEndDate,
  StudyEthicsDecision,
  StudyFlow,
  StudyOptions,
  StudyParticipants,
  StudyQuery,
  StudyReading,
  StudyRow,
  StudyRun,
} from './studies.ts'
import { CandidateDecisions, CandidateQuery, DecisionResult, RetrievalResult, StudyCandidates, StudyRetrieval } from './study-candidates.ts'
import { StudyId } from './study-id.ts'
import { can, router } from './trpc.ts'

export const studies = router({
  list: can('study:read', 'clinical_study', 'LIST')
    .input(StudyReading)
    .output(StudyRow.array())
    .query(({ ctx, input }) => ctx.studies.list(ctx.caller, input)),
  detail: can('study:read', 'clinical_study', 'GET')
    .input(StudyQuery)
    .output(Study)
    .query(({ ctx, input }) => ctx.studies.detail(ctx.caller, input)),
  flow: can('study:read', 'clinical_study', 'FLOW', 'counts')
    .input(StudyQuery)
    .output(StudyFlow)
    .query(({ ctx, input }) => ctx.studies.flow(ctx.caller, input)),
  options: can('study:write', 'clinical_study', 'OPTIONS')
    .output(StudyOptions)
    .query(({ ctx }) => ctx.studies.options(ctx.caller)),
  create: can('study:write', 'clinical_study', 'ADD')
    .input(NewStudy)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.create(ctx.caller, input)),
  change: can('study:write', 'clinical_study', 'CHANGE')
    .input(ChangedStudy)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.change(ctx.caller, input)),
  setEndDate: can('study:write', 'clinical_study', 'CHANGE')
    .input(StudyEndDate)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.setEndDate(ctx.caller, input)),
  decideEthics: can('study:decide', 'clinical_study', 'ETHIC_APPROVAL')
    .input(StudyEthicsDecision)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.decideEthics(ctx.caller, input)),
  retrieveCandidates: can('study:decide', 'getStudyPatients', 'MATCH', 'counts')
    .input(StudyRetrieval)
    .output(RetrievalResult)
    .mutation(({ ctx, input }) => ctx.studies.retrieveCandidates(ctx.caller, input)),
  candidates: can('study:decide', 'getStudyPatients', '', 'patients')
    .input(CandidateQuery)
    .output(StudyCandidates)
    .query(({ ctx, input }) => ctx.studies.candidates(ctx.caller, input)),
  decideCandidates: can('study:decide', 'putStudyPatients')
    .input(CandidateDecisions)
    .output(DecisionResult)
    .mutation(({ ctx, input }) => ctx.studies.decideCandidates(ctx.caller, input)),
  participants: can('study:export', 'clinical_study', 'RUN', 'patients')
    .input(StudyRun)
    .output(StudyParticipants)
    .query(({ ctx, input }) => ctx.studies.participants(ctx.caller, input)),
  terminate: can('study:write', 'clinical_study', 'TERMINATE')
    .input(StudyAction)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.terminate(ctx.caller, input)),
  suspend: can('study:write', 'clinical_study', 'SUSPEND')
    .input(StudyAction)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.suspend(ctx.caller, input)),
  reactivate: can('study:write', 'clinical_study', 'REACTIVATE')
    .input(StudyAction)
    .output(Study)
    .mutation(({ ctx, input }) => ctx.studies.reactivate(ctx.caller, input)),
  remove: can('study:write', 'clinical_study', 'DELETE')
    .input(StudyAction)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.studies.remove(ctx.caller, input)
      return done
    }),
  mine: can('study:own', 'JoinStudy', 'LIST', 'own')
    .output(z.array(OwnStudyRow))
    .query(({ ctx }) => ctx.studies.mine(ctx.caller)),
  own: can('study:own', 'JoinStudy', 'GET', 'own')
    .input(z.strictObject({ id: StudyId }))
    .output(OwnStudy)
    .query(({ ctx, input }) => ctx.studies.own(ctx.caller, input.id)),
  answer: can('study:own', 'JoinStudy', '', 'own')
    .input(StudyAnswerInput)
    .output(OwnStudy)
    .mutation(({ ctx, input }) => ctx.studies.answer(ctx.caller, input)),
})
