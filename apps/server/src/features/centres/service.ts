import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Centre, CentreAction, ChangedCentre, NewCentre } from '@registry/api-contract/centres'
import type { Transaction } from '@registry/db/transaction'
import { findCentrePasswordError } from '@registry/domain/access/password'
import type { RoleGrant } from '@registry/domain/access/roles'
import { hideSmallPart } from '@registry/domain/access/small-groups'
import { findCentreOperationError, listCentreOperations, type CentreOperation } from '@registry/domain/centres/operations'
import { findOwnAreas } from '@registry/domain/access/user-roles'
import { AppError, validationError } from '@registry/domain/error'
import { centreStateMails, changedCentreFields } from '@registry/domain/messages/users'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildChangedError } from '../../shared/errors/changed-error.ts'
import type { Deps } from '../../app/deps.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import {
  findArea,
  insertCentre,
  listCentreOptions,
  lockCentre,
  selectCentreNames,
  selectCentres,
  setCentrePassword,
  updateCentre,
  type CentreColumns,
  type StoredCentre,
} from './queries.ts'

const listRoles = ({ actor }: Caller): readonly RoleGrant[] => (actor.kind === 'staff' ? actor.roles : [])
const listAreas = (caller: Caller): readonly string[] => findOwnAreas(listRoles(caller)).userAreas

/** @throws AppError centre_not_found, even for a centre of another area */
const requireCentre = async (tx: Transaction, caller: Caller, code: string): Promise<StoredCentre> => {
  const [centre] = await selectCentres(tx, listAreas(caller), code)
  if (!centre) throw new AppError('centre_not_found')
  return centre
}

type Numbers = Pick<StoredCentre, 'patients' | 'withPersonalConsent' | 'withMedicalConsent'>

/** A UserAdmin reads no patient, so small groups are hidden, including those that follow from the others (REQ-UI-17). */
const hideSmallNumbers = ({ patients, withPersonalConsent, withMedicalConsent }: Numbers) => ({
  patients: hideSmallPart(patients, patients),
  withPersonalConsent: hideSmallPart(withPersonalConsent, patients),
  withMedicalConsent: hideSmallPart(withMedicalConsent, patients),
})

const formatCentre = ({ changedFields: _fields, it, en, ...centre }: StoredCentre, { language }: Caller): Centre => ({
  ...centre,
  ...hideSmallNumbers(centre),
  operations: listCentreOperations(centre),
  area: language === 'it' ? it : en,
})

/** @throws AppError validation_failed for an area outside the caller's areas or with areas below it, or an unknown software */
const buildColumns = async (tx: Transaction, caller: Caller, centre: NewCentre | ChangedCentre): Promise<CentreColumns> => {
  const { name, geotreeid, address, city, telephone, ecrf } = centre
  const area = await findArea(tx, listAreas(caller), geotreeid, ecrf)
  if (!area.inside) throw validationError({ geotreeid: { code: 'centre_area_outside' } })
  if (area.leaf !== true) throw validationError({ geotreeid: { code: 'centre_area_not_leaf' } })
  if (!area.ecrf) throw validationError({ ecrf: { code: 'field_wrong' } })
  return {
    name,
    geotreeid,
    address: address || null,
    city: city || null,
    ...(telephone !== undefined && { telephone: telephone || null }),
    ecrf: ecrf || null,
  }
}

/**
 * Locks and returns a centre on which the caller may do the operation.
 * @throws AppError centre_not_found, centre_changed, centre_state_wrong, centre_has_patients
 */
const requireOperation = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  { id, version }: CentreAction,
  operation: CentreOperation,
): Promise<StoredCentre> => {
  await lockCentre(tx, id)
  const stored = await requireCentre(tx, caller, id)
  if (version !== undefined && version !== stored.version)
    throw buildChangedError('centre_changed', stored, changedCentreFields, deps.messages, caller.language)
  const error = findCentreOperationError(stored, operation)
  if (error) throw new AppError(error)
  return stored
}

/** Suspends, reactivates, deletes or restores a centre, and writes to its CenterAdmins (REQ-ADM-22). */
const changeCentreState = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  action: CentreAction,
  operation: Exclude<CentreOperation, 'change'>,
): Promise<void> => {
  const { state } = await requireOperation(deps, tx, caller, action, operation)
  const now = deps.clock().toISOString()
  const columns = {
    suspend: { disabled_at: now },
    reactivate: { disabled_at: null },
    remove: { ...(state === 'active' && { disabled_at: now }), deleted_at: now },
    restore: { deleted_at: null },
  }[operation]
  await updateCentre(tx, action.id, columns, ['state'])
  const mail = operation === 'reactivate' ? centreStateMails.reactivated : centreStateMails.suspended
  if (operation === 'reactivate' || state === 'active')
    await mailStaff(deps, tx, await findCentreAdmins(tx, action.id), mail, { centre: action.id, link: `${deps.env.STAFF_ORIGIN}/login` })
  caller.note(`centre ${action.id}: ${operation}`)
}

const compared = ['name', 'geotreeid', 'address', 'city', 'telephone', 'ecrf'] as const

/** The centres of an area (REQ-ADM-06, REQ-ADM-20 to REQ-ADM-22). */
export const centres = (deps: Deps): Services['centres'] => {
  /** Hashing takes long, so it happens before the transaction. */
  const hashPassword = async (caller: Caller, { ecrfPassword, password }: NewCentre): Promise<string | undefined> => {
    if (ecrfPassword === undefined) return undefined
    const error = findCentrePasswordError(ecrfPassword)
    if (error) throw validationError({ ecrfPassword: error })
    await deps.reauthenticate(caller, password)
    return deps.hashing.hashSecret(ecrfPassword)
  }
  const act =
    (operation: Exclude<CentreOperation, 'change'>): Services['centres']['suspend'] =>
    async (caller, action) => {
      await deps.reauthenticate(caller, action.password)
      return writeTransaction(deps, caller, async (tx) => {
        await changeCentreState(deps, tx, caller, action, operation)
        return formatCentre(await requireCentre(tx, caller, action.id), caller)
      })
    }

  return {
    names: (caller) => readTransaction(deps, caller, async (tx) => [...(await selectCentreNames(tx, listRoles(caller)))]),
    list: (caller) =>
      readTransaction(deps, caller, async (tx) => (await selectCentres(tx, listAreas(caller))).map((row) => formatCentre(row, caller))),
    detail: (caller, { id }) => readTransaction(deps, caller, async (tx) => formatCentre(await requireCentre(tx, caller, id), caller)),
    options: (caller) => readTransaction(deps, caller, (tx) => listCentreOptions(tx, listAreas(caller), caller.language)),
    create: async (caller, centre) => {
      const hash = await hashPassword(caller, centre)
      return writeTransaction(deps, caller, async (tx) => {
        const columns = await buildColumns(tx, caller, centre)
        if (!(await insertCentre(tx, centre.id, columns))) throw validationError({ id: { code: 'centre_code_in_use' } })
        if (hash !== undefined) await setCentrePassword(tx, centre.id, hash, 0)
        caller.note(`centre ${centre.id}`)
        return formatCentre(await requireCentre(tx, caller, centre.id), caller)
      })
    },
    change: async (caller, centre) => {
      const hash = await hashPassword(caller, centre)
      return writeTransaction(deps, caller, async (tx) => {
        const stored = await requireOperation(deps, tx, caller, centre, 'change')
        const columns = await buildColumns(tx, caller, centre)
        const fields = [
          ...compared.filter((field) => centre[field] !== undefined && centre[field] !== stored[field]),
          ...(hash === undefined ? [] : ['password']),
        ]
        if (fields.length > 0) await updateCentre(tx, centre.id, columns, fields)
        if (hash !== undefined) await setCentrePassword(tx, centre.id, hash, centre.overlapHours)
        caller.note(`centre ${centre.id}: ${fields.join(', ') || 'no change'}`)
        return formatCentre(await requireCentre(tx, caller, centre.id), caller)
      })
    },
    suspend: act('suspend'),
    reactivate: act('reactivate'),
    remove: act('remove'),
    restore: act('restore'),
  }
}
