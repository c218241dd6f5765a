import type { Services } from '@registry/api-contract/services'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { listPublishedVersions } from './queries.ts'
import { fillQuestionnaire, findPublishedQuestionnaire, findResponse, listResponses } from './responses.ts'

/** The SF-36: its published wordings, and the questionnaires that the patient filled in (REQ-PAT-13). */
export const sf36 = (deps: Deps): Services['sf36'] => ({
  questionnaire: (caller) => readTransaction(deps, caller, (tx) => findPublishedQuestionnaire(tx, caller.language)),
  fill: (caller, filled) => writeTransaction(deps, caller, (tx) => fillQuestionnaire(tx, caller, filled)),
  responses: (caller) => readTransaction(deps, caller, (tx) => listResponses(tx, caller)),
  response: (caller, { key }) => readTransaction(deps, caller, (tx) => findResponse(tx, caller, key)),
  versions: async (caller) => {
    const versions = await readTransaction(deps, caller, listPublishedVersions)
    return versions.map(({ version, description_it, description_en }) => ({
      id: version,
      description: caller.language === 'it' ? description_it : description_en,
    }))
  },
})
