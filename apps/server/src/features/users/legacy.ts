import { z } from 'zod'
import { ChangedUser, NewUser, UserRole, type User } from '@registry/api-contract/users'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { legacyOperation, legacyRoute, noFields } from '../../http/legacy/declare.ts'
import { convertedJson, filledText, integer, lang, optionalText, text, unread } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { users } from './service.ts'

const LegacyRole = z.object({ role: z.string(), areaid: z.string().nullable(), center: z.string().nullable() })
const LegacyUser = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  insert_time: z.string(),
  user_roles: z.array(LegacyRole),
})
const LegacyArea = z.object({ id: z.string(), parent: z.string().nullable(), name: z.string() })

const descriptions = {
  id: fieldTexts.userId,
  name: fieldTexts.userName,
  surname: fieldTexts.userSurname,
  email: fieldTexts.userEmail,
  user_roles: fieldTexts.user_roles,
  user_role: fieldTexts.user_role,
  role: fieldTexts.userRole,
  password: fieldTexts.userPassword,
}
const errors = ['user_role_outside', 'user_role_global', 'reauthentication_required', 'password_wrong'] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Old programs send area and centre with every role. One of them is empty, or the area of a CenterAdmin is any text. */
const readRole = (sent: unknown): unknown => {
  if (!isRecord(sent)) return sent
  const names = sent['role'] === 'CenterAdmin' && sent['center'] ? ['role', 'center'] : ['role', 'areaid', 'center']
  return Object.fromEntries(names.filter((key) => sent[key]).map((key) => [key, sent[key]]))
}
const user_roles = convertedJson(UserRole.array(), {
  convert: (sent) => (Array.isArray(sent) ? sent.map(readRole) : (sent ?? [])),
  documented: z.array(z.object({ role: z.string(), areaid: z.string().optional(), center: z.string().optional() })),
})

const content = {
  name: text(NewUser.shape.name),
  surname: text(NewUser.shape.surname),
  user_roles,
  password: optionalText(z.string()),
  lang,
}

const listUsers = legacyOperation({
  method: 'POST',
  path: '/admin/get_user_role',
  summary: /*i18n*/ { id: 'api.get_user_role', message: 'Elenca gli utenti, le aree e i centri che lo UserAdmin amministra' },
  permission: 'users:administer',
  command: 'get_user_role',
  request: z.object({ role: unread(z.string()), lang }),
  response: z.object({
    user_role: z.object({
      users: z.array(LegacyUser),
      areas: z.array(LegacyArea),
      leaves: z.array(LegacyArea),
      centers: z.array(z.object({ id: z.string(), name: z.string(), geotreeid: z.string() })),
    }),
  }),
  errors: [],
  descriptions,
  example: { session: 'uses', fields: { lang: 'it' } },
  handle: async (caller, _request, { deps }) => {
    const { list, options } = users(deps)
    const listed = await list(caller)
    const { areas, centres } = await options(caller)
    const named = areas.map(({ id, parent, label, leaf }) => ({ id, parent, name: label, leaf }))
    return {
      user_role: {
        users: listed.filter(({ state }) => state !== 'deleted').map(formatLegacyUser),
        areas: named,
        leaves: named.filter(({ leaf }) => leaf),
        centers: centres.map(({ id, name, areaid }) => ({ id, name, geotreeid: areaid })),
      },
    }
  },
})

const formatLegacyUser = ({ id, name, surname, email, insertTime, roles }: User): z.infer<typeof LegacyUser> => ({
  id,
  name,
  surname,
  email,
  insert_time: insertTime,
  user_roles: roles.map(({ role, areaid, center }) => ({ role, areaid, center })),
})

const add = legacyRoute({
  method: 'POST',
  path: '/admin/user',
  action: 'ADD',
  summary: /*i18n*/ { id: 'api.user_add', message: 'Crea un utente e gli manda l’invito per e-mail' },
  procedure: (api) => api.users.create,
  request: z.object({ id: unread(z.string()), email: text(NewUser.shape.email), ...content }),
  response: z.object({}),
  errors: [...errors, 'user_email_in_use'],
  descriptions,
  example: {
    session: 'uses',
    fields: {
      action: 'ADD',
      name: 'Ada',
      surname: 'Rossi',
      email: 'ada@example.org',
      user_roles: '[{"role":"DataManager","areaid":"IT"}]',
    },
  },
  toInput: ({ email, name, surname, user_roles: roles, password }) => ({ email, name, surname, roles, password }),
  toResponse: noFields,
  fieldNames: { roles: 'user_roles' },
})

const change = legacyRoute({
  method: 'POST',
  path: '/admin/user',
  action: 'CHANGE',
  summary: /*i18n*/ { id: 'api.user_change', message: 'Cambia nome e ruoli di un utente' },
  procedure: (api) => api.users.change,
  request: z.object({ id: integer(ChangedUser.shape.id), email: filledText(NewUser.shape.email), ...content }),
  response: z.object({}),
  errors: [
    ...errors,
    'user_not_found',
    'user_elsewhere',
    'user_own_roles',
    'user_email_fixed',
    'user_last_administrator',
    'user_state_wrong',
  ],
  descriptions,
  example: {
    session: 'uses',
    fields: { action: 'CHANGE', id: '1', name: 'Ada', surname: 'Rossi', user_roles: '[{"role":"CenterAdmin","center":"RM01"}]' },
  },
  toInput: ({ id, email, name, surname, user_roles: roles, password }) => ({ id, email, name, surname, roles, password }),
  toResponse: noFields,
  fieldNames: { roles: 'user_roles' },
})

export const usersLegacy: readonly LegacyRoute[] = [listUsers, add, change]
