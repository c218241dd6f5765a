import type { Services } from '@registry/api-contract/services'
import { readFile, readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import type { HelpDocument, HelpBlock, HelpRun } from '@registry/domain/help/document'
import { languages, type Language } from '@registry/domain/language'
import { helpMessages } from '@registry/domain/messages/help'
import type { Messages } from '../../shared/messages.ts'
import { buildAccessTables } from './access-tables.ts'
import { buildStudyLifecycleTable } from './study-lifecycle-table.ts'
import { parseManualPage, type GeneratedBlocks } from './markdown.ts'
import type { Env } from '../../app/env.ts'
import { pictureKinds, type Size } from './picture-sizes.ts'

/** A screenshot of the manual in memory. Requests find it by name and never become a path (THREAT-31). */
type Picture = Size & {
  readonly type: string
  readonly bytes: Buffer
  readonly address: string
}

/**
 * Reads all screenshots of the manual.
 * @throws Error for a file of another format or without a size
 */
const readPictures = async (directory: URL): Promise<ReadonlyMap<string, Picture>> => {
  const names = await readdir(directory)
  const pictures = names.map(async (name) => {
    const kind = pictureKinds[extname(name)]
    if (!kind) throw new Error(`docs/manual/images/${name} has no picture format of the manual`)
    const bytes = await readFile(new URL(name, directory))
    const { width, height } = kind.size(bytes)
    if (!(width > 0 && height > 0)) throw new Error(`docs/manual/images/${name} has no size`)
    return [name, { type: kind.type, bytes, address: `/api/help/images/${name}`, width, height }] as const
  })
  return new Map(await Promise.all(pictures))
}

/** The operator's contacts in the statements. They are configuration, as in the footer of the apps. */
type ContactSettings = Pick<Env, 'DATA_CONTROLLER' | 'DATA_PROTECTION_OFFICER' | 'SUPPORT_CONTACT'>

const buildContactBlocks = (settings: ContactSettings, messages: Messages, language: Language): GeneratedBlocks => {
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

/** The whole manual, read once at start. Pages are found by name in a fixed list (THREAT-31). */
export type Manual = {
  readonly page: (language: Language, page: HelpPage) => HelpDocument
  readonly pictures: ReadonlyMap<string, Picture>
}

/** The dependencies of the help pages. */
export type HelpDeps = { readonly manual: Manual; readonly messages: Messages }

const directory = new URL('../../../../../docs/manual/', import.meta.url)

/** Reads the manual. @throws Error for a missing or invalid page, so a release without its manual does not start */
export const loadManual = async (messages: Messages, contacts: ContactSettings): Promise<Manual> => {
  const pictures = await readPictures(new URL('images/', directory))
  const readLanguage = (language: Language): Promise<readonly (readonly [string, HelpDocument])[]> => {
    const generated = {
      ...buildAccessTables(messages, language),
      ...buildStudyLifecycleTable(messages, language),
      ...buildContactBlocks(contacts, messages, language),
    }
    const readPage = async (page: HelpPage): Promise<readonly [string, HelpDocument]> => {
      const source = await readFile(new URL(`${language}/${page}.md`, directory), 'utf8')
      return [`${language} ${page}`, { page, language, ...parseManualPage(page, source, { pictures, generated }) }]
    }
    return Promise.all(helpPages.map(readPage))
  }
  const documents = new Map((await Promise.all(languages.map(readLanguage))).flat())
  return {
    pictures,
    page: (language, page) => {
      const found = documents.get(`${language} ${page}`)
      if (!found) throw new Error(`the manual has no page ${page}`)
      return found
    },
  }
}

export const help = ({ manual }: HelpDeps): Services['help'] => ({
  page: async (_caller, { language, page }) => manual.page(language, page),
})
