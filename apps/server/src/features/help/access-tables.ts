import { findHelpPage } from '@registry/domain/access/help-pages'
import { permissions, type Permission } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { routes, type RoutePattern } from '@registry/domain/access/routes'
import { permissionMessages, principalMessages } from '@registry/domain/access/messages'
import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/help/messages'
import type { Language } from '@registry/domain/language'
import type { Messages } from '../../messages.ts'
import type { Generated } from './markdown.ts'

type Say = (text: { readonly id: string; readonly message: string }) => string

const isPrincipal = (name: string): name is Principal => Object.hasOwn(principalMessages, name)
const principals = Object.keys(principalMessages).filter(isPrincipal)
/** Pages are opened by people; a centre's program opens none, and who has to choose a password or add an app has only that one. */
const pageless: readonly Principal[] = ['centre', 'restricted', 'enrolling']
const people = principals.filter((principal) => !pageless.includes(principal))

const cell = (text: string): HelpRun[] => [{ text }]
const mark = (yes: boolean, say: Say): HelpRun[] => (yes ? [{ text: say(helpMessages.yes), strong: true }] : cell('–'))

const buildHead = (first: string, columns: readonly Principal[], say: Say): HelpRun[][] => [
  cell(first),
  ...columns.map((principal) => cell(say(principalMessages[principal]))),
]

const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)

/** Who may do what: the table of permissions that the server checks by, in words. */
const buildCommandsTable = (say: Say): HelpBlock => {
  const line = (permission: Permission): HelpRun[][] => {
    const allowed: readonly Principal[] = permissions[permission]
    return [cell(say(permissionMessages[permission])), ...principals.map((principal) => mark(allowed.includes(principal), say))]
  }
  return {
    kind: 'table',
    head: buildHead(say(helpMessages.command), principals, say),
    rows: Object.keys(permissions).filter(isPermission).map(line),
  }
}

type Audience = (typeof routes)[RoutePattern]['opens']

const isOpenTo = (audience: Audience, principal: Principal): boolean => {
  if (audience === 'anyone') return true
  if (audience === 'signed-in') return principal !== 'visitor'
  const allowed: readonly Principal[] = audience
  return allowed.includes(principal)
}

/** Who may open which page: the table of routes that the guards go by; each address leads to the page that explains it. */
const buildAreasTable = (say: Say): HelpBlock => ({
  kind: 'table',
  head: buildHead(say(helpMessages.area), people, say),
  rows: Object.entries(routes).map(([pattern, { opens }]) => [
    [{ text: pattern.replaceAll(/\$(\w+)/g, '{$1}'), code: true, link: { page: findHelpPage(pattern) } }],
    ...people.map((principal) => mark(isOpenTo(opens, principal), say)),
  ]),
})

/** The manual's tables of who may do what, made of the tables that decide it: they cannot say anything else. */
export const buildAccessTables = (texts: Messages, language: Language): Generated => {
  const say: Say = (text) => texts.format(text, language)
  return { commands: [buildCommandsTable(say)], areas: [buildAreasTable(say)] }
}
