/** The address of the database server of this test run. */
export type TestCluster = { readonly host: string; readonly port: number }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** The database that each test file clones. */
export const template = 'registry_template'
