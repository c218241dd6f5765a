import {
  HistoryQuery,
  NewPatient,
  PastQuery,
  PastRecord,
  PatientAdded,
  PatientPage,
  PatientRecordView,
  PatientSearch,
  RecordChoices,
  RecordHistory,
  RecordQuery,
  RecordSave,
  RecordSaved,
  RecordSignatures,
  RecordSigning,
  RegistrationCorrected,
  RegistrationCorrection,
  VisitDocument,
} from './ecrf.ts'
import { Done, done } from './fields.ts'
import { can, router } from './trpc.ts'

export const ecrf = router({
  patients: can('record:read', 'e_crf', 'LIST_PATIENTS', 'patients')
    .input(PatientSearch)
    .output(PatientPage)
    .query(({ ctx, input }) => ctx.ecrf.patients(ctx.caller, input)),
  choices: can('record:read', 'e_crf', 'CHOICES')
    .output(RecordChoices)
    .query(({ ctx }) => ctx.ecrf.choices(ctx.caller)),
  read: can('record:read', 'e_crf', 'GET_PATIENT_DATA', 'patients')
    .input(RecordQuery)
    .output(PatientRecordView)
    .query(({ ctx, input }) => ctx.ecrf.read(ctx.caller, input)),
  save: can('record:write', 'e_crf', 'PUT_PATIENT_DATA', 'patients')
    .input(RecordSave)
    .output(RecordSaved)
    .mutation(({ ctx, input }) => ctx.ecrf.save(ctx.caller, input)),
  correct: can('record:write', 'e_crf', 'CORRECT_REGISTRATION', 'patients')
    .input(RegistrationCorrection)
    .output(RegistrationCorrected)
    .mutation(({ ctx, input }) => ctx.ecrf.correct(ctx.caller, input)),
  add: can('record:write', 'e_crf', 'ADD_PATIENT')
    .input(NewPatient)
    .output(PatientAdded)
    .mutation(({ ctx, input }) => ctx.ecrf.add(ctx.caller, input)),
  history: can('record:read', 'e_crf', 'HISTORY', 'patients')
    .input(HistoryQuery)
    .output(RecordHistory)
    .query(({ ctx, input }) => ctx.ecrf.history(ctx.caller, input)),
  past: can('record:read', 'e_crf', 'PAST', 'patients')
    .input(PastQuery)
    .output(PastRecord)
    .query(({ ctx, input }) => ctx.ecrf.past(ctx.caller, input)),
  printVisit: can('record:read', 'e_crf', 'PRINT_VISIT', 'patients')
    .input(RecordQuery)
    .output(VisitDocument)
    .query(({ ctx, input }) => ctx.ecrf.printVisit(ctx.caller, input)),
  signatures: can('record:read', 'e_crf', 'SIGNATURES', 'patients')
    .input(RecordQuery)
    .output(RecordSignatures)
    .query(({ ctx, input }) => ctx.ecrf.signatures(ctx.caller, input)),
  sign: can('record:write', 'e_crf', 'SIGN')
    .input(RecordSigning)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.ecrf.sign(ctx.caller, input)
      return done
    }),
})
