import type { Caller } from '@registry/api-contract/caller'
import type { ExportRisk, FilterRun } from '@registry/api-contract/saved-filters'
import { findCoarser, listRecognisingFields } from '@registry/domain/filter/generalise'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { readTransaction } from '../../../audit/operation.ts'
import { maxSeconds, runCondition } from '../../filters/condition-failure.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { countSmallGroups } from '../exports/small-groups.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import { buildQuery } from '../../filters/filter-query.ts'
import { findActiveFilter } from './find.ts'
import { findAreas } from './queries.ts'
import { selectPatients } from './select-patients.ts'

/** The fields by which a patient could be recognised. */
const columns = ['DOB', 'DEAD_DATE', 'DOD', 'SEX', 'address_area', 'lob_region', 'GENOTYPE']

/** Counts the patients of an export who are unique or in small groups, with exact and with generalised values (REQ-EXP-06). */
export const countExportRisk = (deps: Deps, caller: Caller, { id, asRole }: FilterRun): Promise<ExportRisk> => {
  requireHeldRole(caller, asRole)
  return readTransaction(
    deps,
    caller,
    async (tx) => {
      const filter = await findActiveFilter(tx, caller, id)
      const today = formatItalianDay(deps.clock())
      await limitStatements(tx, `${maxSeconds}s`)
      const { where, fields } = buildQuery(filter)
      const exported = fields.map(({ name }) => name)
      const { ids, total: patients } = await runCondition(() => selectPatients(tx, where, today))
      caller.recordRead({
        whose: `filter ${id} version ${filter.version} as ${asRole}`,
        columns,
        count: patients,
        role: asRole,
        condition: formatLoggedCondition(where),
      })
      return {
        patients,
        ...(await countSmallGroups(tx, ids, { today, columns: exported })),
        fields: [...listRecognisingFields(exported)],
        canGeneralise: fields.some((field) => findCoarser(field) !== undefined),
        generalised: await countSmallGroups(tx, ids, { today, columns: exported, areas: await findAreas(tx) }),
      }
    },
    { asRole, isolation: 'isolation level repeatable read read only' },
  )
}
