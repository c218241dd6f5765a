import { loadMessages } from '@registry/server/shared/messages'
import { printClinicalRules } from './print.ts'

/** Prints docs/clinical-rules.md with the English messages. */
export const currentClinicalRules = async (): Promise<string> => {
  const { formatError } = await loadMessages()
  return printClinicalRules((code) => formatError({ code }, 'en'))
}
