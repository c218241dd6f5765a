import { configureDatabaseTests } from '@registry/db/testing/vitest-config'

/** Repository checks start compilers, browsers and the extraction of texts, which also need its long times. */
export default configureDatabaseTests('@registry/tooling', import.meta.dirname)
