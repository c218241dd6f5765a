import type { Example, LegacyRoute } from '../route.ts'

const quote = (text: string): string => (/^[\w@.:/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const cookieOptions = { opens: ['-c jar'], uses: ['-b jar'] } as const

const listArguments = ({ session, fields, file }: Example): readonly string[] => {
  const option = file ? '-F' : '--data-urlencode'
  const parts = Object.entries(fields).map(([name, value]) => `${option} ${quote(`${name}=${value}`)}`)
  return [...(session ? cookieOptions[session] : []), ...parts, ...(file ? [`-F ${quote(`${file[0]}=@${file[1]}`)}`] : [])]
}

/**
 * The example of an operation as a shell command, with one argument on each line. With `-G` curl puts the fields into the address of a GET.
 */
export const formatCurl = ({ method, path, example }: Pick<LegacyRoute, 'method' | 'path' | 'example'>, api: string): string => {
  const hasQuery = method === 'GET' && Object.keys(example.fields).length > 0
  return [`curl ${api}${path}`, ...(hasQuery ? ['-G'] : []), ...listArguments(example)].join(' \\\n  ')
}
