import type { ListedGuardian, NewGuardian } from '@registry/api-contract/guardians'
import type { Services } from '@registry/api-contract/services'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import { minorGuardianKinds, needsSoleReason } from '@registry/domain/guardians/kinds'
import { isMinor } from '@registry/domain/guardians/majority'
import { cleanText } from '@registry/domain/text'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { Deps } from '../../app/deps.ts'
import { findCallerCentre, listOwnCentres } from '../../auth/caller-centre.ts'
import { inviteGuardians, type AddedGuardian } from '../../jobs/guardian-invitations.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { checkRecords } from '../../shared/record-checks/check-records.ts'
import { readContact } from './contact.ts'
import { findRegistered, findRequest, listGuardians, listRequests, listSigned } from './queries.ts'

/** The registry's columns that the list reveals. */
const listedColumns = ['CENTER_ID', 'DOB']

type Known = { readonly birthDate: string | null; readonly others: readonly ListedGuardian[]; readonly today: string }

const canAct = ({ state }: ListedGuardian): boolean => state === 'active' || state === 'pending'

/** The errors that the form shows at its fields. The database refuses the same (REQ-GRD-01). */
const listErrors = ({ kind, surname, name, mustSign, reason, birthDate }: NewGuardian, { birthDate: known, others, today }: Known) => {
  const born = birthDate ?? known
  const ofMinor = minorGuardianKinds.some((one) => one === kind)
  return Object.fromEntries<ErrorDetail>([
    ...(cleanText(surname) === '' ? [['surname', { code: 'field_required' }] as const] : []),
    ...(cleanText(name) === '' ? [['name', { code: 'field_required' }] as const] : []),
    ...(ofMinor && born === null ? [['birthDate', { code: 'guardian_birth_date_required' }] as const] : []),
    ...(ofMinor && born !== null && !isMinor(born, today) ? [['birthDate', { code: 'guardian_not_minor' }] as const] : []),
    ...(birthDate !== undefined && birthDate > today ? [['birthDate', { code: 'value_date_future' }] as const] : []),
    ...(reason === undefined && needsSoleReason(mustSign, others) ? [['reason', { code: 'guardian_reason_required' }] as const] : []),
  ])
}

/** The guardians of a centre's patients (REQ-GRD-01). */
export const guardians = (deps: Deps): Omit<Services['guardians'], 'carryOut'> => ({
  list: async (caller, { centre: named, code }) => {
    const centre = findCallerCentre(caller, named)
    const { id, ...list } = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const { id: patientId, birthDate, majority, hasContact } = await findRegistered(tx, centre, code)
        const found = await listGuardians(tx, patientId)
        const reachable = hasContact || found.some(canAct)
        const [signed, request] = [await listSigned(tx, patientId), await findRequest(tx, patientId)]
        return { id: patientId, birthDate, majority, reachable, guardians: found, signed, request }
      },
      { centre },
    )
    caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, [id], listedColumns))
    return list
  },
  add: (caller, { centre: named, ...typed }) => {
    const centre = findCallerCentre(caller, named)
    return writeTransaction(
      deps,
      caller,
      async (tx) => {
        const { id: patientId, birthDate, withdrawn } = await findRegistered(tx, centre, typed.code)
        if (withdrawn) throw new AppError('consent_withdrawn')
        const others = (await listGuardians(tx, patientId)).filter(canAct)
        const read = readContact(typed, (await readNotificationLimits(tx)).mobilePrefixes)
        const today = formatItalianDay(deps.clock())
        const errors = listErrors(typed, { birthDate, others, today })
        if ('error' in read) throw validationError({ ...errors, [read.error[0]]: read.error[1] })
        if (Object.keys(errors).length > 0) throw validationError(errors)
        const added = await tx.sql<AddedGuardian[]>`
          SELECT guardianship_id AS id, guardian_id AS "guardianId", ${patientId}::integer AS "patientId", in_use AS "inUse"
          FROM add_guardian(${patientId}, ${typed.kind}, ${typed.mustSign}, ${typed.reason ?? null}, ${typed.evidence}, ${typed.birthDate ?? null},
            ${typed.validUntil ?? null}, ${cleanText(typed.surname)}, ${cleanText(typed.name)}, ${typed.loginMode}, ${read.contact}, ${caller.language})`
        await inviteGuardians(deps, tx, added)
        if (typed.birthDate !== undefined) await checkRecords(tx, { centre, patients: [patientId], changed: ['DOB'], today })
        caller.note(`patient ${patientId}, ${added.map(({ guardianId }) => `guardian ${guardianId}`).join()} added`)
      },
      { centre },
    )
  },
  end: (caller, { centre: named, code, id, reason }) => {
    const centre = findCallerCentre(caller, named)
    return writeTransaction(
      deps,
      caller,
      async (tx) => {
        const { id: patientId } = await findRegistered(tx, centre, code)
        const [ended] = await tx.sql<{ done: boolean }[]>`SELECT end_guardianship(${patientId}, ${id}, ${reason}) AS done`
        if (ended?.done !== true) throw new AppError('guardian_not_found')
        caller.note(`patient ${patientId}, guardianship ${id} ended`)
      },
      { centre },
    )
  },
  requests: async (caller) => {
    const read = async (centre: string) => ({ centre, requests: await readTransaction(deps, caller, listRequests, { centre }) })
    const centres = await Promise.all(listOwnCentres(caller).map(read))
    const traces = centres.map(({ centre, requests }) =>
      buildReadTrace(
        deps.keyedHash,
        `centre ${centre}`,
        requests.map(({ patientId }) => patientId),
        ['CENTER_ID'],
      ),
    )
    caller.recordRead(...(await Promise.all(traces)))
    return centres.flatMap(({ centre, requests }) => requests.map(({ patientId: _patientId, ...request }) => ({ ...request, centre })))
  },
})
