import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildImportFiles } from '@registry/demo-data/import-files'
import { connect } from '@registry/db/connect'
import { startEmbedded } from '@registry/db/embedded'
import { readCommandEnv } from '@registry/server/app/env'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { readOrCreateKey } from '@registry/server/auth/secret-key'
import { root } from '../repository.ts'
import type { Drill } from './drill.ts'

/** The patients and centres of Italy (docs/operations.md, sizes). */
const size = { patients: 11_300, centres: 103 }

const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(1)

type Ended = { readonly code: number | null; readonly output: string; readonly stored: number }

/** Runs the command as an operator does, and kills it once it has printed `killAfter` stored centres. */
const runImport = async (dataDir: string, args: readonly string[], killAfter = Infinity): Promise<Ended> => {
  const main = join(root, 'apps/server/src/cli/main.ts')
  const child = spawn(process.execPath, [main, 'import', ...args], { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } })
  let output = ''
  let stored = 0
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  createInterface(child.stderr).on('line', (line) => {
    if (line.endsWith(': stored')) stored += 1
    else output += `${line}\n`
    if (stored === killAfter) child.kill('SIGKILL')
  })
  const [code]: readonly unknown[] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, output, stored }
}

const findTotal = ({ output }: Ended): number => Number(/(?:stored|dry run): (\d+) changes/.exec(output)?.[1])

/** Moving in another registry of the size of Italy, with the command killed twice. */
export const importDrill: Drill = {
  name: 'import',
  description: `\`pnpm registry import\` with ${size.patients} patients of ${size.centres} centres, killed twice with SIGKILL`,
  steps: async (step) => {
    const place = await mkdtemp(join(tmpdir(), 'registry-import-drill-'))
    const [dataDir, directory] = [join(place, 'data'), join(place, 'files')]
    const embedded = await startEmbedded({ dataDir: join(dataDir, 'database') })
    const owner = connect(embedded.owner, { max: 1 })
    const count = async () => {
      const [counted] = await owner<{ centres: number; patients: number; consents: number; messages: number; accounts: number }[]>`
        SELECT (SELECT count(*)::int FROM centre) AS centres, (SELECT count(*)::int FROM patient) AS patients, (SELECT count(*)::int FROM consent_event) AS consents,
          (SELECT count(*)::int FROM notification) AS messages, (SELECT count(*)::int FROM account WHERE patient_id IS NOT NULL) AS accounts`
      assert(counted)
      return counted
    }
    try {
      await step('makes the files', async () => {
        await prepareDatabase(embedded.owner, readCommandEnv({}))
        for (const name of ['secret.key', 'receipt.key'] as const) await readOrCreateKey(dataDir, name)
        await mkdir(directory)
        const files = buildImportFiles({ ...size, today: new Date().toISOString().slice(0, 10) })
        for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
        return { megabytes: Math.round(Object.values(files).reduce((sum, { length }) => sum + length, 0) / 1e6) }
      })
      await step('the dry run stores nothing', async () => {
        const start = performance.now()
        const ended = await runImport(dataDir, [directory])
        assert.equal(ended.code, 0, ended.output)
        assert.deepEqual(await count(), { centres: 0, patients: 0, consents: 0, messages: 0, accounts: 0 })
        return { seconds: seconds(start), changes: findTotal(ended) }
      })
      await step('killed twice, each centre is stored as a whole or not at all', async () => {
        const figures: Record<string, number> = {}
        for (const [place, killAfter] of [20, 40].entries()) {
          const { code } = await runImport(dataDir, [directory, '--apply'], killAfter)
          assert.equal(code, null)
          const halves = await owner`
            SELECT code FROM centre WHERE NOT EXISTS (SELECT FROM import_run WHERE centre_code = code AND command = 'createPatients')
              OR NOT EXISTS (SELECT FROM import_run WHERE centre_code = code AND command = 'putMedicalData')`
          assert.deepEqual([...halves], [])
          figures[`centres after kill ${place + 1}`] = (await count()).centres
        }
        return figures
      })
      await step('run again, it stores the rest', async () => {
        const start = performance.now()
        const ended = await runImport(dataDir, [directory, '--apply'])
        assert.equal(ended.code, 0, ended.output)
        const counted = await count()
        assert.equal(counted.patients, size.patients)
        assert.equal(counted.centres, size.centres)
        assert.equal(counted.messages + counted.accounts, 0)
        return { seconds: seconds(start), ...counted }
      })
      await step('the same directory again changes nothing', async () => {
        const start = performance.now()
        const ended = await runImport(dataDir, [directory, '--apply'])
        assert.equal(findTotal(ended), 0, ended.output)
        return { seconds: seconds(start), changes: 0 }
      })
    } finally {
      await owner.end()
      await embedded.stop()
      await rm(place, { recursive: true })
    }
  },
}
