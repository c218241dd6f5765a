import { z } from 'zod'
import { roles } from '@registry/domain/access/roles'
import { userOperations } from '@registry/domain/access/user-roles'
import { withErrorCode } from '@registry/domain/error'
import { cleanText } from '@registry/domain/text'
import { Email } from './enrolment-requests.ts'
import { procedure, router } from './trpc.ts'

const Name = z
  .string()
  .overwrite(cleanText)
  .min(1, withErrorCode('field_required'))
  .max(80, withErrorCode('user_text_too_long'))
  .regex(/^\P{Cc}*$/u, withErrorCode('field_wrong'))

const Place = z.string().min(1, withErrorCode('field_required')).max(80, withErrorCode('field_wrong'))
const role = <R extends (typeof roles)[number]>(name: R) => z.literal(name)
const [globalAdmin, userAdmin, dataManager, centerAdmin] = roles

/** A role with its place: CenterAdmin has a centre, the others an area (REQ-ADM-07). */
export const UserRole = z.discriminatedUnion(
  'role',
  [
    z.strictObject({ role: role(globalAdmin), areaid: Place }),
    z.strictObject({ role: role(userAdmin), areaid: Place }),
    z.strictObject({ role: role(dataManager), areaid: Place }),
    z.strictObject({ role: role(centerAdmin), center: Place }),
  ],
  withErrorCode('field_wrong'),
)

const UserId = z.number().int().positive().max(2_147_483_647)
/** The password again, if the last check is older than ten minutes. */
const reauthentication = { password: z.string().max(1024, withErrorCode('password_too_long')).optional() }
const content = { name: Name, surname: Name, roles: UserRole.array().max(100, withErrorCode('field_wrong')) }

export const UserQuery = z.strictObject({ id: UserId })
export const NewUser = z.strictObject({ email: Email, ...content, ...reauthentication })
/** `version` is the version that the client read; old programs send none. */
export const ChangedUser = z.strictObject({
  id: UserId,
  version: z.number().int().optional(),
  /** Old programs send it. It must be the stored one. */
  email: Email.optional(),
  ...content,
  ...reauthentication,
})
export const UserAction = z.strictObject({ id: UserId, version: z.number().int().optional(), ...reauthentication })

/** A user, for an administrator. */
export const User = z.object({
  id: UserId,
  version: z.number().int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  state: z.enum(['active', 'suspended', 'deleted']),
  insertTime: z.string(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
  /** The last sign-in with a valid password and code; null before the first one (REQ-ADM-25). */
  lastSignInAt: z.string().nullable(),
  /** Since when the user has an authenticator app; null without one. */
  secondFactorSince: z.string().nullable(),
  /** With the name of each centre or area in the caller's language. */
  roles: z.array(
    z.object({
      role: z.enum(roles),
      /** Null for a role with a centre. */
      areaid: z.string().nullable(),
      /** Null for a role with an area. */
      center: z.string().nullable(),
      place: z.string(),
      /** Whether the caller may take it away. */
      administered: z.boolean(),
    }),
  ),
  /** Operations that the caller may now perform on the user (REQ-ADM-10). */
  operations: z.array(z.enum(userOperations)),
  /** Users cannot change their own roles (REQ-ADM-13). */
  isOwn: z.boolean(),
})

export const Area = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  label: z.string(),
  leaf: z.boolean(),
  level: z.number().int(),
})
/** Roles that the caller may give, with the areas and centres of the caller's area. */
export const UserOptions = z.object({
  roles: z.array(z.enum(roles)),
  areas: z.array(Area),
  centres: z.array(z.object({ id: z.string(), name: z.string(), areaid: z.string() })),
})

export type UserRole = z.infer<typeof UserRole>
export type NewUser = z.infer<typeof NewUser>
export type ChangedUser = z.infer<typeof ChangedUser>
export type UserAction = z.infer<typeof UserAction>
export type User = z.infer<typeof User>
export type Area = z.infer<typeof Area>
export type UserOptions = z.infer<typeof UserOptions>

export const users = router({
  list: procedure({ permission: 'users:administer', audit: ['get_user_role'] }).query(User.array()),
  detail: procedure({ permission: 'users:administer', audit: ['get_user_role', 'GET'] })
    .input(UserQuery)
    .query(User),
  options: procedure({ permission: 'users:administer', audit: ['get_user_role', 'OPTIONS'] }).query(UserOptions),
  create: procedure({ permission: 'users:administer', audit: ['user', 'ADD'] })
    .input(NewUser)
    .mutation(User),
  change: procedure({ permission: 'users:administer', audit: ['user', 'CHANGE'] })
    .input(ChangedUser)
    .mutation(User),
  suspend: procedure({ permission: 'users:administer', audit: ['user', 'SUSPEND'] })
    .input(UserAction)
    .mutation(User),
  reactivate: procedure({ permission: 'users:administer', audit: ['user', 'REACTIVATE'] })
    .input(UserAction)
    .mutation(User),
  remove: procedure({ permission: 'users:administer', audit: ['user', 'DELETE'] })
    .input(UserAction)
    .mutation(User),
  restore: procedure({ permission: 'users:administer', audit: ['user', 'RESTORE'] })
    .input(UserAction)
    .mutation(User),
})
