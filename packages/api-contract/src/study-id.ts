import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'

/** The code of a study. `__new__` is the address of the form (REQ-STU-10). */
export const StudyId = z
  .string()
  .min(1, withErrorCode('study_id_required'))
  .max(80, withErrorCode('study_id_wrong'))
  .refine((id) => id === id.trim() && id !== '__new__' && !/[\u0001-\u001F\u007F-\u009F]/.test(id), withErrorCode('study_id_wrong'))
