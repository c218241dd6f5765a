import { writeFile } from 'node:fs/promises'
import { printFiles } from './printed-files.ts'
import { root } from './repository.ts'
import { handleHelp } from './run/help.ts'

handleHelp('pnpm contract:print: writes the files that are made from the code')

const files = Object.entries(await printFiles())
for (const [path, text] of files) await writeFile(root + path, text)
console.log(`Written: ${files.map(([path]) => path).join(', ')}`)
