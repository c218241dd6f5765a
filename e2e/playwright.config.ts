import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  globalSetup: './src/global-setup.ts',
  // Each worker starts its own system (src/test.ts).
  workers: 2,
  // Long enough for the longest flow on a busy machine. Only a test that hangs reaches them.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  outputDir: '../test-results/e2e',
  use: {
    browserName: 'chromium',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 60_000,
    // A trace takes a third of the time of a test. `--trace=retain-on-failure` records those of failed tests.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
})
