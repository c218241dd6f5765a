import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { stopChild } from './run/stop-child.ts'
import { makeScratchCopy, removeScratchCopy } from './scratch-copy.ts'

const folder = '.dev-test'
const data = mkdtempSync(join(tmpdir(), 'dev-'))
let home: string
let dev: ChildProcess
const ports = { api: 0, staff: 0, myconsent: 0 }

/** The body of a GET on the staff site's development server, or an empty text while no server answers. */
const read = (path: string): Promise<string> =>
  new Promise((resolve) => {
    const call = request(
      { host: '127.0.0.1', port: ports.staff, path, headers: { host: `staff.localhost:${ports.staff}` } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      },
    )
    call.on('error', () => resolve(''))
    call.end()
  })

const edit = async (path: string, from: string, to: string): Promise<void> => {
  const file = join(home, path)
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

beforeAll(async () => {
  home = await makeScratchCopy(folder)
  for (const name of ['api', 'staff', 'myconsent'] as const) ports[name] = await getPort({ host: '127.0.0.1' })
  dev = spawn(process.execPath, ['tooling/src/dev.ts', '--patients', '3'], {
    cwd: home,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(ports.api),
      STAFF_ORIGIN: `http://staff.localhost:${ports.staff}`,
      MYCONSENT_ORIGIN: `http://myconsent.localhost:${ports.myconsent}`,
      DATA_DIR: data,
    },
  })
})

afterAll(async () => {
  await stopChild(dev)
  await removeScratchCopy(folder)
  rmSync(data, { recursive: true, force: true })
})

test('the development server shows a change of a service, a contract shape and a screen', async () => {
  await eventually(async () => expect(await read('/api/health/live')).toBe('{"live":true}'))

  await edit('apps/server/src/http/health.ts', '.send({ live })', ".send({ live, edited: 'service' })")
  await eventually(async () => expect(await read('/api/health/live')).toBe('{"live":true,"edited":"service"}'))

  expect(await read('/api/openapi.json')).not.toContain('editedField')
  await edit('packages/api-contract/src/reference-tables.ts', 'z.record(z.string(), Cell)', 'z.object({ editedField: Cell })')
  await eventually(async () => expect(await read('/api/openapi.json')).toContain('editedField'))

  expect(await read('/src/app/shell.ts')).toContain('Registro talassemie')
  await edit('apps/staff/src/app/shell.ts', 'Registro talassemie', 'Registro in prova')
  await eventually(async () => expect(await read('/src/app/shell.ts')).toContain('Registro in prova'))
})
