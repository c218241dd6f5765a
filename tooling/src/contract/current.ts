import { appRouter } from '@registry/api-contract/app-router'
import { listLegacyPaths } from '@registry/server/http/legacy/route'
import { legacyRoutes } from '@registry/server/app/legacy-routes'
import { listProcedures } from '../guards/procedures.ts'
import { printContract } from './print.ts'

/** The path of the printed contract. */
export const contractPath = 'docs/contract.txt'

/** Prints the contract of the current code. */
export const currentContract = (): string => printContract(listProcedures(appRouter), listLegacyPaths(legacyRoutes))
