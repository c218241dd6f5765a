import { z } from 'zod'
import { type HelpDocument, HelpPageName } from '@registry/domain/help/document'
import type { Caller } from './caller.ts'
import { LanguageInput } from './fields.ts'

/** The client sends the language, because the dialog has the language of the page and not of the session. */
export const HelpQuery = z.strictObject({ page: HelpPageName, language: LanguageInput })
export type HelpQuery = z.infer<typeof HelpQuery>

export type Help = {
  /** Returns a page of the manual for the help dialog (REQ-UI-11). */
  page(caller: Caller, query: HelpQuery): Promise<HelpDocument>
}
