/** Where the run's database server is. */
export type TestCluster = { readonly host: string; readonly port: number }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** The database that is cloned for each test file. */
export const template = 'registry_template'
