import { defineConfig } from 'vitest/config'

/** Every package is a project. A package with special settings (a browser-like environment, a database) has its own vite or vitest configuration. */
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'tooling'],
    passWithNoTests: false,
  },
})
