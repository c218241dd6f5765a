import { z } from 'zod'
import { type HelpDocument, HelpPageName } from '@registry/domain/help/document'
import type { Caller } from './caller.ts'
import { LanguageInput } from './fields.ts'

/** The language is asked for and not taken from the session: the dialog shows what the page speaks. */
export const AskedHelp = z.strictObject({ page: HelpPageName, language: LanguageInput })
export type AskedHelp = z.infer<typeof AskedHelp>

export type Help = {
  /** A page of the manual (D19), for the help dialog. */
  page(caller: Caller, asked: AskedHelp): Promise<HelpDocument>
}
