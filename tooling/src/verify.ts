import { guards, runChecks, staticChecks } from './run/checks.ts'

const failed = (await runChecks([...staticChecks, guards])).filter(({ passed }) => !passed)
console.log(failed.length === 0 ? 'verify: all checks hold' : `verify: ${failed.map(({ name }) => name).join(', ')} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
