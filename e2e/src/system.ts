import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { stopChild } from '@registry/tooling/run/stop-child'
import { openLetterbox } from './letterbox.ts'

/** Where the system under test is reached. */
export type Addresses = {
  readonly staff: string
  readonly myconsent: string
  /** The port of both sites, for programs that resolve no `*.localhost` names. */
  readonly port: number
  readonly letters: string
}
export type System = { readonly addresses: Addresses; stop(): Promise<void> }

const root = fileURLToPath(new URL('../..', import.meta.url))
const startMs = 180_000

/** Waits for the line that says that it serves (D20). @throws with what it printed when it ends or takes too long instead */
const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const said: string[] = []
    const fail = (why: string): void => reject(new Error(`The system ${why}\n${said.join('\n')}`))
    const timer = setTimeout(() => fail('was not ready in time'), startMs)
    child.once('exit', (code) => fail(`ended with ${code}`))
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line)
        if (!line.startsWith('ready')) return
        clearTimeout(timer)
        resolve()
      })
    }
  })

/** Starts the demonstration as its command does, built apps and a database of its own included, on a free port; its mails and text messages are received. */
export const startSystem = async (): Promise<System> => {
  const letterbox = await openLetterbox()
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-e2e-'))
  const port = await getPort({ host: '127.0.0.1' })
  const child = spawn(process.execPath, ['tooling/src/demo.ts', '--fresh'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: letterbox.smtpUrl,
      SMS_GATEWAY_URL: letterbox.smsUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (): Promise<void> => {
    await stopChild(child)
    await letterbox.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(child)
  } catch (error) {
    await stop()
    throw error
  }
  const addresses = {
    staff: `http://staff.localhost:${port}`,
    myconsent: `http://myconsent.localhost:${port}`,
    port,
    letters: letterbox.readUrl,
  }
  return { addresses, stop }
}
