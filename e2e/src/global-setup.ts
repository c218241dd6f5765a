import { startSystem } from './system.ts'

/** One system for the whole run; the tests' processes find it through their environment. */
export default async function startForTheRun(): Promise<() => Promise<void>> {
  const { addresses, stop } = await startSystem()
  process.env['REGISTRY_UNDER_TEST'] = JSON.stringify(addresses)
  return stop
}
