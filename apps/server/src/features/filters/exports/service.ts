import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import { readTransaction } from '../../../audit/operation.ts'
import type { Deps } from '../../../app/deps.ts'
import { findManifest, listChoices, searchManifests } from './manifest-queries.ts'

/** The number of manifests on one page. */
const pageSize = 50

/** The list of exports and their manifests (REQ-EXP-10). */
export const exports = (deps: Deps): Services['exports'] => ({
  search: async (caller, search) => {
    const found = await readTransaction(deps, caller, (tx) => searchManifests(tx, search, pageSize + 1))
    const manifests = found.slice(0, pageSize)
    caller.note(`${manifests.length} manifests`)
    return { manifests, next: found.length > pageSize ? (manifests.at(-1)?.id ?? null) : null }
  },
  choices: (caller) => readTransaction(deps, caller, listChoices),
  get: async (caller, { id }) => {
    const manifest = await readTransaction(deps, caller, (tx) => findManifest(tx, id))
    if (!manifest) throw new AppError('not_found')
    caller.note(`export ${id}`)
    return manifest
  },
})
