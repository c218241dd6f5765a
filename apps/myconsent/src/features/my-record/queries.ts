import { loggedRead } from '@registry/app-shell/query-client.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/shell.ts'

/** The patient's record. Its page shows that a code is missing, and every other failure. The call takes a code, so it is a mutation. */
export const ownRecordQuery = () => queryOptions({ queryKey: ['my-record'], queryFn: () => api.myRecord.read.mutate({}), ...loggedRead })
