import type { Help } from '@registry/api-contract/help'
import type { HelpDeps } from './manual.ts'

export const help = ({ manual }: HelpDeps): Help => ({
  page: async (_caller, { language, page }) => manual.page(language, page),
})
