import { loadMessages } from '@registry/server/messages'
import { printClinicalRules } from './print.ts'

/** The page docs/clinical-rules.md with the English messages of the catalogues. */
export const currentClinicalRules = async (): Promise<string> => {
  const { formatError } = await loadMessages()
  return printClinicalRules((code) => formatError({ code }, 'en'))
}
