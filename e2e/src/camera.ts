import { chromium, type Browser } from '@playwright/test'
import { startSystem, type Addresses } from './system.ts'

export type Studio = { readonly browser: Browser; readonly addresses: Addresses }

/** Starts the demonstration and a browser for a script that takes pictures, and ends both whatever happens. */
export const inStudio = async (work: (studio: Studio) => Promise<void>): Promise<void> => {
  const { addresses, stop } = await startSystem()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    await work({ browser, addresses })
  } finally {
    await browser.close()
    await stop()
  }
}
