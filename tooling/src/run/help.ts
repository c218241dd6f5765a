/**
 * Prints the usage of a command and ends the process if the command line contains `--help`. Arguments after `--` belong to another
 * program.
 */
export const handleHelp = (usage: string): void => {
  const args = process.argv.slice(2)
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  if (!own.includes('--help')) return
  console.log(usage)
  process.exit(0)
}
