import type { Example } from '../http/legacy/shape.ts'
import type { Operation } from './operations.ts'

const quoted = (text: string): string => (/^[\w@.:/=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

const cookies = { opens: ['-c jar'], uses: ['-b jar'] } as const

const argumentsOf = ({ session, fields, file }: Example): readonly string[] => {
  const flag = file ? '-F' : '--data-urlencode'
  const named = Object.entries(fields).map(([name, value]) => `${flag} ${quoted(`${name}=${value}`)}`)
  return [...(session ? cookies[session] : []), ...named, ...(file ? [`-F ${quoted(`${file[0]}=@${file[1]}`)}`] : [])]
}

/** An operation as a line for the shell, broken where it is long. */
export const curlOf = ({ path, shape: { example } }: Pick<Operation, 'path' | 'shape'>, api: string): string =>
  [`curl ${api}${path}`, ...argumentsOf(example)].join(' \\\n  ')
