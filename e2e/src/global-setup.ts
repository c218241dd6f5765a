import { buildApps } from '@registry/tooling/run/build-apps'

/** Builds the apps once, before each worker serves them. */
export default buildApps
