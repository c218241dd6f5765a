import { z } from 'zod'
import { roles } from '@registry/domain/access/roles'
import { communicationLimits } from '@registry/domain/communications/content'
import {
  communicationEvents,
  communicationFailures,
  communicationOperations,
  communicationStates,
  recipientStates,
} from '@registry/domain/communications/states'
import { communicationConsents, communicationTypes } from '@registry/domain/communications/types'
import { withErrorCode } from '@registry/domain/error'
import { FilterId } from './saved-filters.ts'
import { procedure, router } from './trpc.ts'
import { Area } from './users.ts'

const CommunicationId = z.number().int().positive().max(2_147_483_647)
/** Longer texts are rejected here; the rules of `packages/domain/src/communications/content.ts` name the limit. */
const Text = z.string().max(2 * communicationLimits.body, withErrorCode('field_wrong'))
const Texts = z.strictObject({ subject: Text, body: Text, sms: Text.nullable() })

const content = {
  type: z.enum(communicationTypes, withErrorCode('field_required')),
  /** The saved filter that selects patients. Null selects all who may receive it. */
  filterId: FilterId.nullable(),
  consent: z.enum(communicationConsents).nullable(),
  roles: z.array(z.enum(roles)).max(roles.length, withErrorCode('field_wrong')),
  areaid: z.string().max(80, withErrorCode('field_wrong')).nullable(),
  texts: z.strictObject({ it: Texts, en: Texts }),
}

export const CommunicationQuery = z.strictObject({ id: CommunicationId })
export const NewCommunication = z.strictObject(content)
export const ChangedCommunication = z.strictObject({ id: CommunicationId, version: z.number().int(), ...content })
export const CommunicationAction = z.strictObject({ id: CommunicationId, version: z.number().int() })
export const CommunicationSchedule = z.strictObject({
  id: CommunicationId,
  version: z.number().int(),
  /** Null sends immediately. */
  at: z.iso.datetime({ offset: true, error: 'communication_time_wrong' }).nullable(),
  /** The password again, if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1024, withErrorCode('password_too_long')).optional(),
})

/** A number of people. That of patients is rounded down to tens: the sender reads no patients' rows (REQ-COM-02). */
const Rounded = z.number().int().nonnegative()
const Progress = z.object({
  /** Whether the numbers are rounded down to tens, as all numbers of patients. */
  isRounded: z.boolean(),
  total: Rounded,
  states: z.record(z.enum(recipientStates), Rounded),
})

const facts = {
  id: CommunicationId,
  version: z.number().int(),
  type: z.enum(communicationTypes),
  state: z.enum(communicationStates),
  scheduledFor: z.string().nullable(),
  endedAt: z.string().nullable(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
}

export const CommunicationRow = z.object({ ...facts, subject: z.string() })
export const Communication = z.object({
  ...facts,
  filterId: FilterId.nullable(),
  /** The name of the filter now. */
  filterName: z.string().nullable(),
  consent: z.enum(communicationConsents).nullable(),
  roles: z.array(z.enum(roles)),
  areaid: z.string().nullable(),
  texts: z.object({ it: Texts, en: Texts }),
  failure: z.enum(communicationFailures).nullable(),
  operations: z.array(z.enum(communicationOperations)),
  progress: Progress,
  /** Newest first. The registry itself has no name. */
  history: z.array(z.object({ at: z.string(), actor: z.string(), event: z.enum(communicationEvents) })),
})

export const CommunicationOptions = z.object({
  types: z.array(z.object({ id: z.enum(communicationTypes), label: z.string() })),
  filters: z.array(z.object({ id: FilterId, name: z.string(), description: z.string() })),
  areas: z.array(Area),
  /** Daily maximum of messages sent for communications. */
  perDay: z.object({ mail: z.number().int(), sms: z.number().int() }),
})

/** Current number of recipients of a draft, by channel. */
export const CommunicationCount = z.object({ isRounded: z.boolean(), mail: Rounded, sms: Rounded })
export const CommunicationTested = z.object({ sentTo: z.string() })

export type NewCommunication = z.infer<typeof NewCommunication>
export type ChangedCommunication = z.infer<typeof ChangedCommunication>
export type CommunicationAction = z.infer<typeof CommunicationAction>
export type CommunicationSchedule = z.infer<typeof CommunicationSchedule>
export type CommunicationRow = z.infer<typeof CommunicationRow>
export type Communication = z.infer<typeof Communication>
export type CommunicationOptions = z.infer<typeof CommunicationOptions>
export type CommunicationCount = z.infer<typeof CommunicationCount>
export type CommunicationTested = z.infer<typeof CommunicationTested>

export const communications = router({
  list: procedure({ permission: 'communication:write', audit: ['communications', 'LIST'] }).query(CommunicationRow.array()),
  options: procedure({ permission: 'communication:write', audit: ['communications', 'OPTIONS'] }).query(CommunicationOptions),
  get: procedure({ permission: 'communication:write', audit: ['communications', 'GET'] })
    .input(CommunicationQuery)
    .query(Communication),
  count: procedure({ permission: 'communication:write', audit: ['communications', 'COUNT'], reads: 'counts' })
    .input(CommunicationQuery)
    .query(CommunicationCount),
  create: procedure({ permission: 'communication:write', audit: ['communications', 'ADD'] })
    .input(NewCommunication)
    .mutation(Communication),
  change: procedure({ permission: 'communication:write', audit: ['communications', 'CHANGE'] })
    .input(ChangedCommunication)
    .mutation(Communication),
  sendTest: procedure({ permission: 'communication:write', audit: ['communications', 'TEST'] })
    .input(CommunicationAction)
    .mutation(CommunicationTested),
  schedule: procedure({ permission: 'communication:write', audit: ['communications', 'SCHEDULE'] })
    .input(CommunicationSchedule)
    .mutation(Communication),
  cancel: procedure({ permission: 'communication:write', audit: ['communications', 'CANCEL'] })
    .input(CommunicationAction)
    .mutation(Communication),
})
