import type { Services } from '@registry/api-contract/services'
import type { ChangedSettings, Setting } from '@registry/api-contract/settings'
import type { Transaction } from '@registry/db/transaction'
import { validationError, type ErrorDetail } from '@registry/domain/error'
import { findSettingError, settingKeys } from '@registry/domain/settings/settings'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'

/** Reads the settings in the order of their list. */
const readSettingRows = ({ sql }: Transaction): Promise<Setting[]> => sql<Setting[]>`
  SELECT key, value, version, changed_at AS "changedAt", changed_by AS "changedBy"
  FROM setting WHERE key = ANY (${[...settingKeys]}::text[]) ORDER BY array_position(${[...settingKeys]}::text[], key)`

type Change = ChangedSettings['settings'][number]

/**
 * Stores a value, unless another person changed the setting after it was read.
 * @throws AppError validation_failed with setting_changed: the person and the current value
 */
const storeSetting = async ({ sql }: Transaction, { key, value, version }: Change): Promise<void> => {
  const { count } = await sql`UPDATE setting SET value = ${value} WHERE key = ${key} AND version = ${version}`
  if (count > 0) return
  const [stored] = await sql<{ value: string; changed_by: string | null }[]>`SELECT value, changed_by FROM setting WHERE key = ${key}`
  const detail = { code: 'setting_changed', params: { who: stored?.changed_by ?? '', value: stored?.value ?? '' } } as const
  throw validationError({ [key]: detail })
}

const requireValues = (changes: readonly Change[]): void => {
  const errors = changes.flatMap(({ key, value }): [string, ErrorDetail][] => {
    const error = findSettingError(key, value)
    return error ? [[key, error]] : []
  })
  if (errors.length > 0) throw validationError(Object.fromEntries(errors))
}

/** The global configuration (REQ-ADM-08, REQ-ADM-14). Each use of a setting reads it, so a change applies immediately. */
export const settings = (deps: Pick<Deps, 'database' | 'reauthenticate'>): Services['settings'] => ({
  list: (caller) => readTransaction(deps, caller, readSettingRows),
  change: async (caller, { settings: changes, password }) => {
    requireValues(changes)
    await deps.reauthenticate(caller, password)
    return writeTransaction(deps, caller, async (tx) => {
      for (const change of changes.toSorted((a, b) => a.key.localeCompare(b.key))) await storeSetting(tx, change)
      caller.note(changes.map(({ key, value }) => `${key} = ${value}`).join(', '))
      return readSettingRows(tx)
    })
  },
})
