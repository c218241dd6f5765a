import { randomUUID } from 'node:crypto'
import type { Notice } from 'postgres'
import { inject } from 'vitest'
import { connect, type Database, type DatabaseAddress } from '../connect.ts'
import { createDatabase, dropDatabase } from '../databases.ts'
import { superuser } from '../embedded/data-directory.ts'
import { databaseGrants } from '../sql/grants.ts'
import { ownerRole, serverRole } from '../roles.ts'
import { template } from './cluster.ts'

/** The database of one test file: migrated, with reference data, consent documents and settings, without users and patients. */
export type TestDatabase = AsyncDisposable & {
  /** Connects as the owner of the tables, to whom all rows are visible. */
  readonly owner: Database
  readonly server: Database
  readonly addresses: { readonly owner: DatabaseAddress & object; readonly server: DatabaseAddress & object }
  dispose(): Promise<void>
}

/** Makes auto_explain send the plan of each statement as a notice, even inside functions. */
const planSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
} as const

/** A node of a plan, with the names of EXPLAIN (ANALYZE, FORMAT JSON). */
export type PlanNode = {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly PlanNode[]
}
export type Plan = { readonly 'Query Text': string; readonly Plan: PlanNode }

const readPlan = ({ message = '' }: Notice): Plan | undefined => {
  const [, plan] = / plan:\n(\{.*\})$/s.exec(message) ?? []
  return plan === undefined ? undefined : (JSON.parse(plan) as Plan)
}

type TestDatabaseOptions = {
  /** Receives the plan of each statement of the server's role. */
  readonly onPlan?: ((plan: Plan) => void) | undefined
}

const sendPlans = async (address: { readonly host: string; readonly port: number; readonly database: string }): Promise<void> => {
  const admin = connect({ ...address, username: superuser, database: 'postgres' }, { max: 1 })
  for (const [name, value] of Object.entries(planSettings)) {
    await admin.unsafe(`ALTER ROLE ${serverRole} IN DATABASE ${address.database} SET ${name} = '${value}'`)
  }
  await admin.end({ timeout: 5 })
}

/**
 * Lists the connections that wait for a lock in the database of `sql`, and for one of the table if it is given. The test files share a
 * cluster, whose lists of locks and connections also have those of the other files.
 */
export const listWaiting = (sql: Database, table?: string) => sql<{ pid: number }[]>`
  SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted
    AND (${table ?? null}::text IS NULL OR relation = ${table ?? null}::text::regclass)`

/** Clones the template. The vitest project needs `testing/global-setup.ts` as its `globalSetup`. */
export const testDatabase = async ({ onPlan }: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const cluster = inject('cluster')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const buildAddress = (username: string) => ({ ...cluster, database, username })
  await createDatabase(buildAddress(superuser), { name: database, owner: ownerRole, template })

  if (onPlan) await sendPlans(buildAddress(superuser))
  const owner = connect(buildAddress(ownerRole), { max: 3 })
  // A clone does not have the privileges of its template.
  for (const statement of databaseGrants) await owner.unsafe(statement)
  const server = connect(buildAddress(serverRole), {
    max: 32,
    ...(onPlan && {
      onNotice: (notice) => {
        const plan = readPlan(notice)
        if (plan) onPlan(plan)
      },
    }),
  })
  const dispose = async (): Promise<void> => {
    await Promise.all([owner.end({ timeout: 5 }), server.end({ timeout: 5 })])
    await dropDatabase(buildAddress(superuser), database)
  }
  return {
    owner,
    server,
    addresses: { owner: buildAddress(ownerRole), server: buildAddress(serverRole) },
    dispose,
    [Symbol.asyncDispose]: dispose,
  }
}
