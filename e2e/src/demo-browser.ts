import { chromium, type Browser } from '@playwright/test'
import { browserArguments, findBrowser } from '@registry/tooling/run/browser'
import { buildApps } from '@registry/tooling/run/build-apps'
import { startSystem, type Addresses } from './system.ts'

export type DemoBrowser = { readonly browser: Browser; readonly addresses: Addresses }

/** Runs `work` with the demonstration and a browser, and stops both afterwards, even after an error. */
export const withDemoBrowser = async (work: (demo: DemoBrowser) => Promise<void>): Promise<void> => {
  const { program } = await findBrowser()
  await buildApps()
  const { addresses, stop } = await startSystem()
  const browser = await chromium.launch({ executablePath: program, args: [...browserArguments] })
  try {
    await work({ browser, addresses })
  } finally {
    await browser.close()
    await stop()
  }
}
