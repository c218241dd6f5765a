import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type DatabaseAddress } from '@registry/db/connect'
import { buildApp } from '../../../app/app.ts'
import { assembleDeps } from '../../../app/assemble-deps.ts'
import { prepareUploadDirectory } from '../../../http/upload-files.ts'
import { readEnv } from '../../../app/env.ts'
import { legacyRoutes } from '../../../app/legacy-routes.ts'
import { createLog } from '../../../app/log.ts'
import { createCallService } from '@registry/api-contract/services'
import { assembleServices } from '../../../app/services.ts'

/** The server as a child process, for tests that kill it. It receives its database and sends its port. */
const address = JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress
const uploads = await mkdtemp(join(tmpdir(), 'registry-test-uploads-'))
const env = readEnv({ NODE_ENV: 'test', UPLOAD_DIR: uploads, DATA_DIR: uploads })
const database = connect(address, { applicationName: 'server to kill' })
const deps = await assembleDeps({ env, database, log: createLog('silent', 'test'), clock: () => new Date(), version: 'test' })
await prepareUploadDirectory(env)
const app = await buildApp(deps, { callService: createCallService(assembleServices(deps)), routes: legacyRoutes })
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
