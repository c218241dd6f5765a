import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../embedded.ts'
import type { DatabaseAddress } from '../connect.ts'
import { closeDatabase, createDatabase, dropDatabase } from '../databases.ts'
import { migrate } from '../migrate.ts'
import { ownerRole } from '../roles.ts'
import { template } from './cluster.ts'

type Addresses = { readonly superuser: DatabaseAddress & object; readonly owner: DatabaseAddress & object }

/** Creates the migrated and seeded database that the test files clone. It replaces an earlier one. */
const createTemplate = async ({ superuser, owner }: Addresses): Promise<void> => {
  await dropDatabase(superuser, template)
  await createDatabase(superuser, { name: template, owner: ownerRole })
  await migrate({ ...owner, database: template })
  await closeDatabase(superuser, template)
}

/** Starts one cluster for each run, in a temporary directory. Each test file clones its migrated and seeded template. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const directory = mkdtempSync(join(tmpdir(), 'registry-test-'))
  // For root, another user runs the database and must reach the directory.
  chmodSync(directory, 0o755)
  const embedded = await startEmbedded({ dataDir: join(directory, 'data'), tests: true })
  const stop = async (): Promise<void> => {
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await createTemplate(embedded)
  } catch (error) {
    await stop()
    throw error
  }
  const { host, port } = embedded.owner
  provide('cluster', { host, port })
  return stop
}
