import type { DatabaseAddress } from '../connect.ts'
import { closeDatabase, createDatabase, dropDatabase } from '../databases.ts'
import { migrate } from '../migrate.ts'
import { ownerRole } from '../roles.ts'
import { seedReference } from '../seed/reference.ts'
import { template } from './cluster.ts'

type Addresses = { readonly superuser: DatabaseAddress & object; readonly owner: DatabaseAddress & object }

/** Creates the migrated and seeded database that the test files clone. It replaces an earlier one. */
export const createTemplate = async ({ superuser, owner }: Addresses): Promise<void> => {
  await dropDatabase(superuser, template)
  await createDatabase(superuser, { name: template, owner: ownerRole })
  await migrate({ ...owner, database: template })
  await seedReference({ ...owner, database: template })
  await closeDatabase(superuser, template)
}
