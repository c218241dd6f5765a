import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'

const hour = 3_600_000

/** The patient's own data, and the lists that patients may read (REQ-ADM-05), which change rarely. */
export const personalDataQueries = {
  own: () => trpc.personalData.read.queryOptions(undefined, ownFailures),
  nations: () => trpc.referenceTables.rows.queryOptions({ table: 'svc_nation' }, { staleTime: hour, ...ownFailures }),
  regions: () => trpc.referenceTables.rows.queryOptions({ table: 'svc_region' }, { staleTime: hour, ...ownFailures }),
}
