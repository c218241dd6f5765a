import type { Example, LegacyRoute } from '../route.ts'

const quote = (text: string): string => (/^[\w@.:/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const cookieOptions = { opens: ['-c jar'], uses: ['-b jar'] } as const

const listArguments = ({ session, fields, file }: Example): readonly string[] => {
  const option = file ? '-F' : '--data-urlencode'
  const parts = Object.entries(fields).map(([name, value]) => `${option} ${quote(`${name}=${value}`)}`)
  return [...(session ? cookieOptions[session] : []), ...parts, ...(file ? [`-F ${quote(`${file[0]}=@${file[1]}`)}`] : [])]
}

/** The example of an operation as a shell command, one argument a line. */
export const formatCurl = ({ path, example }: Pick<LegacyRoute, 'path' | 'example'>, api: string): string =>
  [`curl ${api}${path}`, ...listArguments(example)].join(' \\\n  ')
