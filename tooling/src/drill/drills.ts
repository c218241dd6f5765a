import type { Drill } from './drill.ts'
import { importDrill } from './import.ts'
import { alerts } from './alerts.ts'
import { failover } from './failover.ts'
import { load } from './load.ts'
import { manifests } from './manifests.ts'
import { restore } from './restore.ts'
import { servers } from './servers.ts'
import { upgrade } from './upgrade.ts'
import { faults } from './faults.ts'
import { fuzz } from './fuzz.ts'

/** The drills of `pnpm drill`. Each has a file in this folder. */
export const drills: readonly Drill[] = [alerts, failover, faults, fuzz, importDrill, load, manifests, restore, servers, upgrade]
