import type { Help } from '@registry/api-contract/help'
import type { Deps } from '../../deps.ts'

export const help = ({ manual }: Pick<Deps, 'manual'>): Help => ({
  page: async (_caller, { language, page }) => manual.page(language, page),
})
