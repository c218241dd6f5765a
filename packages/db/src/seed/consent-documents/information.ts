import type { DocumentContent } from '../../schema/consents.ts'
import { informationEn } from './information.en.ts'
import { informationIt } from './information.it.ts'

/** What a person should know before choosing, in ten topics (D8). */
export const information: DocumentContent = { it: informationIt, en: informationEn }
