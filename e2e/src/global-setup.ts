import { startSystem } from './system.ts'

/** Starts one system for the whole run. Test processes read its addresses from an environment variable. */
export default async function startSystemForRun(): Promise<() => Promise<void>> {
  const { addresses, stop } = await startSystem()
  process.env['REGISTRY_UNDER_TEST'] = JSON.stringify(addresses)
  return stop
}
