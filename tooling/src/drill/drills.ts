import type { Drill } from './drill.ts'
import { restore } from './restore.ts'
import { manifests } from './manifests.ts'

/** The drills of `pnpm drill`. Each has a file beside this one. */
export const drills: readonly Drill[] = [manifests, restore]
