import {
  ContactUndo,
  ContactUndone,
  CorrectionCode,
  CorrectionConfirmation,
  CorrectionConfirmed,
  PersonalData,
  PersonalDataChange,
  PersonalDataSaved,
  TypedMobile,
  VerifiedMobile,
} from './personal-data.ts'
import { can, router } from './trpc.ts'

export const personalData = router({
  read: can('personal-data:own', 'UpdatePersonalData', 'GET', 'own')
    .output(PersonalData)
    .query(({ ctx }) => ctx.personalData.read(ctx.caller)),
  save: can('personal-data:own', 'UpdatePersonalData', '', 'own')
    .input(PersonalDataChange)
    .output(PersonalDataSaved)
    .mutation(({ ctx, input }) => ctx.personalData.save(ctx.caller, input)),
  /** The secret is in the body of a POST, because addresses are logged (THREAT-36). */
  undoContactChange: can('contact:undo', 'UndoContactChange')
    .input(ContactUndo)
    .output(ContactUndone)
    .mutation(({ ctx, input }) => ctx.personalData.undoContactChange(ctx.caller, input)),
  sendCorrectionCode: can('contact:confirm', 'ConfirmContact', 'SEND_CODE')
    .input(ContactUndo)
    .output(CorrectionCode)
    .mutation(({ ctx, input }) => ctx.personalData.sendCorrectionCode(ctx.caller, input)),
  confirmCorrection: can('contact:confirm', 'ConfirmContact')
    .input(CorrectionConfirmation)
    .output(CorrectionConfirmed)
    .mutation(({ ctx, input }) => ctx.personalData.confirmCorrection(ctx.caller, input)),
  verifyMobile: can('mobile:verify', 'verify_phone_number')
    .input(TypedMobile)
    .output(VerifiedMobile)
    .mutation(({ ctx, input }) => ctx.personalData.verifyMobile(ctx.caller, input)),
})
