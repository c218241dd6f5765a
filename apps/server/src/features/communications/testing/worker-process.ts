import { connect, type DatabaseAddress } from '@registry/db/connect'
import { assembleDeps } from '../../../app/assemble-deps.ts'
import { readEnv } from '../../../app/env.ts'
import { createChannels } from '../../../jobs/channels.ts'
import { fillFromCommunications } from '../../../jobs/communications/fill.ts'
import { startOutbox } from '../../../jobs/outbox.ts'
import { createLog } from '../../../app/log.ts'

/** An outbox worker in a separate process, which a test kills. */
const address = JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress
const env = readEnv({ ...process.env, NODE_ENV: 'test' })
const database = connect(address, { max: 10, applicationName: 'worker' })
const deps = await assembleDeps({ env, database, log: createLog('error', 'test'), clock: () => new Date(), version: 'test' })
await startOutbox({ ...deps, channels: createChannels(env), fill: () => fillFromCommunications(deps), pollMs: 50 })
