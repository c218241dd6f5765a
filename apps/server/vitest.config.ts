import { configureDatabaseTests } from '@registry/db/testing/vitest-config'

export default configureDatabaseTests('server', import.meta.dirname)
