import { findHelpPage } from '@registry/domain/access/help-pages'
import { permissions, type Permission } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { type Audience, routePatterns, screens } from '@registry/domain/access/screens'
import { permissionMessages, principalMessages } from '@registry/domain/messages/permissions'
import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/messages/help'
import type { Language } from '@registry/domain/language'
import type { Messages } from '../../shared/messages.ts'
import type { GeneratedBlocks } from './markdown.ts'

type FormatMessage = (text: { readonly id: string; readonly message: string }) => string

const isPrincipal = (name: string): name is Principal => Object.hasOwn(principalMessages, name)
const principals = Object.keys(principalMessages).filter(isPrincipal)
/** Principals without a column in the table of pages. A centre's program opens no page, and the others see only one page. */
const principalsWithoutPages: readonly Principal[] = ['centre', 'restricted', 'enrolling']
const people = principals.filter((principal) => !principalsWithoutPages.includes(principal))

const buildCell = (text: string): HelpRun[] => [{ text }]
const buildMark = (allowed: boolean, format: FormatMessage): HelpRun[] =>
  allowed ? [{ text: format(helpMessages.yes), strong: true }] : buildCell('–')

const buildHead = (first: string, columns: readonly Principal[], format: FormatMessage): HelpRun[][] => [
  buildCell(first),
  ...columns.map((principal) => buildCell(format(principalMessages[principal]))),
]

const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)

/** Builds the table of commands and roles from the permissions that the server checks. */
const buildCommandsTable = (format: FormatMessage): HelpBlock => {
  const buildRow = (permission: Permission): HelpRun[][] => {
    const allowed: readonly Principal[] = permissions[permission]
    return [
      buildCell(format(permissionMessages[permission])),
      ...principals.map((principal) => buildMark(allowed.includes(principal), format)),
    ]
  }
  return {
    kind: 'table',
    head: buildHead(format(helpMessages.command), principals, format),
    rows: Object.keys(permissions).filter(isPermission).map(buildRow),
  }
}

const isOpenTo = (audience: Audience, principal: Principal): boolean => {
  if (audience === 'anyone') return true
  if (audience === 'signed-in') return principal !== 'visitor'
  return audience.includes(principal)
}

/** Builds the table of pages and roles from the table of screens. Each address links to its manual page. */
const buildAreasTable = (format: FormatMessage): HelpBlock => ({
  kind: 'table',
  head: buildHead(format(helpMessages.area), people, format),
  rows: routePatterns.map((pattern) => [
    [{ text: pattern.replaceAll(/\$(\w+)/g, '{$1}'), code: true, link: { page: findHelpPage(pattern) } }],
    ...people.map((principal) => buildMark(isOpenTo(screens[pattern].audience, principal), format)),
  ]),
})

/** Builds the manual's tables of rights from the permissions and screens, so they always match the server. */
export const buildAccessTables = (messages: Messages, language: Language): GeneratedBlocks => {
  const format: FormatMessage = (text) => messages.format(text, language)
  return { commands: [buildCommandsTable(format)], areas: [buildAreasTable(format)] }
}
