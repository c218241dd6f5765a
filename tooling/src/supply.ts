import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { countLocked, formatLicence, readInstalled } from './checks/supply.ts'
import { root } from './repository.ts'
import { run } from './run/command.ts'
import { handleHelp } from './run/help.ts'

handleHelp('pnpm supply: writes sbom.json, the components of the product (CycloneDX), and licences.txt, a line for each installed package')

const { code, output } = await run('npx', ['--yes', 'pnpm@12.21.0', 'sbom', '--sbom-format', 'cyclonedx', '--lockfile-only'])
if (code !== 0) throw new Error(output)
const { components } = z.object({ components: z.array(z.object({ version: z.string() })) }).parse(JSON.parse(output))
writeFileSync(join(root, 'sbom.json'), output)

const installed = readInstalled(join(root, 'node_modules', '.pnpm'))
writeFileSync(join(root, 'licences.txt'), `${installed.map(formatLicence).join('\n')}\n`)

const locked = countLocked(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
// The packages of the repository have this version, which no published package has.
const published = components.filter(({ version }) => version !== '0.0.0').length
console.log(`sbom.json: ${published} components, of ${locked} packages in pnpm-lock.yaml`)
console.log(`licences.txt: ${installed.length} installed packages`)
process.exitCode = published === locked ? 0 : 1
