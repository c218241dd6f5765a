import type { Services } from '@registry/api-contract/services'
import { readFile } from 'node:fs/promises'
import { helpPages, type HelpPage } from '@registry/domain/access/help-pages'
import type { HelpDocument } from '@registry/domain/help/document'
import { languages, type Language } from '@registry/domain/language'
import type { Messages } from '../../shared/messages.ts'
import { buildAccessTables } from './access-tables.ts'
import { buildStudyLifecycleTable } from './study-lifecycle-table.ts'
import { buildContactBlocks, type ContactSettings } from './contact-blocks.ts'
import { parseManualPage } from './markdown.ts'
import { readPictures, type Picture } from './pictures.ts'

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

/** The manual for the apps. */
export const help = ({ manual }: HelpDeps): Services['help'] => ({
  page: async (_caller, { language, page }) => manual.page(language, page),
})
