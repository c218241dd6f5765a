import { repositoryChecks, runChecks, staticChecks } from './run/checks.ts'
import { handleHelp } from './run/help.ts'

handleHelp(`pnpm verify: runs ${[...staticChecks, repositoryChecks].map(({ name }) => name).join(', ')}`)

const failed = (await runChecks([...staticChecks, repositoryChecks])).filter(({ passed }) => !passed)
console.log(failed.length === 0 ? 'verify: all checks hold' : `verify: ${failed.map(({ name }) => name).join(', ')} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
