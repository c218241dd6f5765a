import { configureDatabaseTests } from './src/testing/vitest-config.ts'

export default configureDatabaseTests('db', import.meta.dirname)
