import { z } from 'zod'
import { Done } from './fields.ts'
import { procedure, router } from './trpc.ts'

/** A patient of the guardian. The name of one that is not accepted is the first name only, because the contact may be mistyped (THREAT-63). */
const Child = z.object({ patient: z.uuid(), name: z.string(), centre: z.string(), accepted: z.boolean() })
export const Children = z.array(Child)

export const ChildQuery = z.strictObject({ patient: z.uuid() })
/** `stop` answers No to every question. */
export const ChildStop = z.strictObject({ ...ChildQuery.shape, choice: z.literal('stop') })
/** `null` is the guardian's own record, if the guardian is a patient. */
export const ChildChoice = z.strictObject({ patient: z.uuid().nullable() })

export type Children = z.infer<typeof Children>

/** A guardian's patients (REQ-GRD-02). */
export const guardian = router({
  children: procedure({ permission: 'children:own', audit: ['children', 'LIST'] }).query(Children),
  /** Chooses the patient for whom the session acts. @throws AppError permission_denied */
  actFor: procedure({ permission: 'children:own', audit: ['children', 'ACT_FOR'] })
    .input(ChildChoice)
    .mutation(Done),
  /** Accepts a guardianship. @throws AppError permission_denied */
  accept: procedure({ permission: 'children:own', audit: ['children', 'ACCEPT'] })
    .input(ChildQuery)
    .mutation(Done),
  /** Declines a guardianship that waits: the holder of the contact is another person. @throws AppError permission_denied */
  decline: procedure({ permission: 'children:own', audit: ['children', 'DECLINE'] })
    .input(ChildQuery)
    .mutation(Done),
  /** Stops all use of the patient's data, until a guardian or the patient answers again. @throws AppError permission_denied */
  stop: procedure({ permission: 'children:own', audit: ['children', 'STOP'] })
    .input(ChildStop)
    .mutation(Done),
})
