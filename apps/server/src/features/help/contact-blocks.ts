import type { HelpBlock, HelpRun } from '@registry/domain/help/document'
import { helpMessages } from '@registry/domain/help/messages'
import type { Language } from '@registry/domain/language'
import type { Env } from '../../app/env.ts'
import type { Messages } from '../../shared/messages.ts'
import type { GeneratedBlocks } from './markdown.ts'

/** The operator's contacts in the statements. They are configuration, as in the footer of the apps. */
export type ContactSettings = Pick<Env, 'DATA_CONTROLLER' | 'DATA_PROTECTION_OFFICER' | 'SUPPORT_CONTACT'>

export const buildContactBlocks = (settings: ContactSettings, messages: Messages, language: Language): GeneratedBlocks => {
  const buildItem = (name: 'controller' | 'dataProtectionOfficer' | 'support', value: string | undefined): HelpRun[] => [
    { text: messages.format(helpMessages[name], language), strong: true },
    { text: `: ${value ?? messages.format(helpMessages.notStated, language)}` },
  ]
  const buildList = (...items: HelpRun[][]): readonly HelpBlock[] => [{ kind: 'list', ordered: false, items }]
  const support = buildItem('support', settings.SUPPORT_CONTACT)
  return {
    contacts: buildList(
      buildItem('controller', settings.DATA_CONTROLLER),
      buildItem('dataProtectionOfficer', settings.DATA_PROTECTION_OFFICER),
      support,
    ),
    support: buildList(support),
  }
}
