import { configureDatabaseTests } from '@registry/db/testing/vitest-config'

export default configureDatabaseTests('demo-data', import.meta.dirname)
