import { loggedRead } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'

/** The own record. Its page shows that a code is missing, and every other failure. */
export const ownRecordQuery = () => trpc.myRecord.read.queryOptions({}, loggedRead)
