import { appRouter } from '@registry/api-contract/app-router'
import { listLegacyPaths } from '@registry/server/http/legacy/route'
import { legacyRoutes } from '@registry/server/legacy-routes'
import { proceduresOf } from '../guards/procedures.ts'
import { printContract } from './print.ts'

/** Where the printed contract is kept. */
export const contractPath = 'docs/contract.txt'

/** The contract as the code has it now. */
export const currentContract = (): string => printContract(proceduresOf(appRouter), listLegacyPaths(legacyRoutes))
