import type { Database } from '../connect.ts'
import { demonstrationIt } from './sf36/demonstration.it.ts'
import { demonstrationEn } from './sf36/demonstration.en.ts'

/**
 * Publishes the demonstration wording, unless the database has a version. The official wording is licensed and therefore not part of the
 * project (REQ-PAT-13).
 */
export const seedSf36 = async (database: Database): Promise<void> => {
  await database`
    INSERT INTO sf36_version (version, description_it, description_en, content, published_at)
    SELECT 1, 'Questionario sulla salute, testo dimostrativo', 'Health questionnaire, demonstration text',
      ${database.json({ it: demonstrationIt, en: demonstrationEn })}, now()
    WHERE NOT EXISTS (SELECT FROM sf36_version)`
}
