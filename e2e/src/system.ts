import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { stopChild } from '@registry/tooling/run/stop-child'
import { startNotificationServer } from './notification-server.ts'

/** The addresses of the system under test. */
export type Addresses = {
  readonly staff: string
  readonly myconsent: string
  /** The port of both sites, for clients that cannot resolve `*.localhost`. */
  readonly port: number
  /** Answers all sent notifications as JSON. */
  readonly mailbox: string
}
export type System = { readonly addresses: Addresses; stop(): Promise<void> }

const root = fileURLToPath(new URL('../..', import.meta.url))
const startMs = 600_000
/** The time of a fixture to start and stop the system. Two workers on a busy machine load the demonstration at the same time. */
export const systemMs = startMs + 60_000

/** Waits for the line `ready` (REQ-OPS-04). @throws Error with the output when the process ends or the time is over */
const waitForReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const output: string[] = []
    const fail = (reason: string): void => reject(new Error(`The system ${reason}\n${output.join('\n')}`))
    const timer = setTimeout(() => fail('was not ready in time'), startMs)
    child.once('exit', (code) => fail(`ended with ${code}`))
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line)
        if (!line.startsWith('ready')) return
        clearTimeout(timer)
        resolve()
      })
    }
  })

/** Starts the demonstration with the built apps on a free port. It has a new database and a server that receives its mails and SMS. */
export const startSystem = async ({ patients }: { readonly patients?: number } = {}): Promise<System> => {
  const notificationServer = await startNotificationServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-e2e-'))
  const port = await getPort({ host: '127.0.0.1' })
  const size = patients === undefined ? [] : ['--patients', String(patients)]
  const child = spawn(process.execPath, ['tooling/src/demo.ts', '--fresh', '--built', ...size], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: notificationServer.smtpUrl,
      SMS_GATEWAY_URL: notificationServer.smsUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (): Promise<void> => {
    await stopChild(child)
    await notificationServer.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await waitForReady(child)
  } catch (error) {
    await stop()
    throw error
  }
  const addresses = {
    staff: `http://staff.localhost:${port}`,
    myconsent: `http://myconsent.localhost:${port}`,
    port,
    mailbox: notificationServer.readUrl,
  }
  return { addresses, stop }
}
