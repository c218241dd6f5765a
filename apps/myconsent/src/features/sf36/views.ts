import { readPoint } from '../../questions/questionnaire.ts'

/** The views of /sf36 that an address can name: the new questionnaire, and the filled ones. */
type View = 'compila' | 'compilati'

/** `punto` is the open item, or the review; `questionario` is the key of a filled questionnaire. */
export type Sf36Search = { readonly vista?: View; readonly punto?: string; readonly questionario?: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const readSf36Search = (search: Readonly<Record<string, unknown>>): Sf36Search => {
  const { questionario } = search
  if (search['vista'] === 'compilati')
    return { vista: 'compilati', ...(typeof questionario === 'string' && uuid.test(questionario) && { questionario }) }
  const punto = readPoint(search['punto'])
  return { ...(search['vista'] === 'compila' && { vista: 'compila' }), ...(punto !== undefined && { punto }) }
}

const prefix = 'd'

/** The name of an item in the address. The router writes quotation marks around a name that looks like a number. */
export const formatItemPoint = (point: string): string => (/^\d/.test(point) ? `${prefix}${point}` : point)

export const readItemPoint = (point: string | undefined): string | undefined =>
  point !== undefined && /^d\d/.test(point) ? point.slice(prefix.length) : point
