import { z } from 'zod'
import { HelpDocument, HelpPageName } from '@registry/domain/help/document'
import { LanguageInput } from './fields.ts'
import { procedure, router } from './trpc.ts'

/** The client sends the language, because the dialog has the language of the page and not of the session. */
export const HelpQuery = z.strictObject({ page: HelpPageName, language: LanguageInput })
export type HelpQuery = z.infer<typeof HelpQuery>

export const help = router({
  /** Returns a page of the manual for the help dialog (REQ-UI-11). */
  page: procedure({ permission: 'help:read', audit: ['help'] })
    .input(HelpQuery)
    .query(HelpDocument),
})
