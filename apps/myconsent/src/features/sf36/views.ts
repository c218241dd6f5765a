import { readOpenQuestion } from '../../questions/questionnaire.ts'

/** The views of /sf36 that an address can name: the new questionnaire, and the filled ones. */
type View = 'compila' | 'compilati'

/** `domanda` is the open item, or the review; `questionario` is the key of a filled questionnaire. */
export type Sf36Search = { readonly vista?: View; readonly domanda?: string; readonly questionario?: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const readSf36Search = (search: Readonly<Record<string, unknown>>): Sf36Search => {
  const { questionario } = search
  if (search['vista'] === 'compilati')
    return { vista: 'compilati', ...(typeof questionario === 'string' && uuid.test(questionario) && { questionario }) }
  const domanda = readOpenQuestion(search['domanda'])
  return { ...(search['vista'] === 'compila' && { vista: 'compila' }), ...(domanda !== undefined && { domanda }) }
}

const prefix = 'd'

/** The name of an item in the address. The router writes quotation marks around a name that looks like a number. */
export const formatOpenItem = (item: string): string => (/^\d/.test(item) ? `${prefix}${item}` : item)

export const readOpenItem = (item: string | undefined): string | undefined =>
  item !== undefined && /^d\d/.test(item) ? item.slice(prefix.length) : item
