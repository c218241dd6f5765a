import { normalizeName } from '../fields/text-formats.ts'
import type { WorkListOrder, WorkListTask } from './work-list.ts'

/** The order and the filters of a list, as a view stores them. A search is not part of it (REQ-CRF-22). */
export type WorkListSettings = {
  readonly order: WorkListOrder
  readonly phenotype: string | null
  readonly tasks: readonly WorkListTask[]
}

export const isSameSettings = (one: WorkListSettings, other: WorkListSettings): boolean =>
  one.order.column === other.order.column &&
  one.order.descending === other.order.descending &&
  one.phenotype === other.phenotype &&
  one.tasks.length === other.tasks.length &&
  one.tasks.every((task) => other.tasks.includes(task))

type Identity = { readonly code: string; readonly surname: string; readonly name: string }

const listWords = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
/** Such a code is also a usual number, such as a year or 24 months. */
const isUsualNumber = (code: string): boolean => /^\d{1,4}$/.test(code)

/** Whether a text has a patient's code, or the surname with the first name. Colleagues read the names of shared views. */
export const namesPatient = (text: string, { code, surname, name }: Identity): boolean => {
  const written = normalizeName(text)
  const words = listWords(written)
  const has = (name: string): boolean => {
    const parts = listWords(normalizeName(name))
    return parts.length > 0 && parts.every((part) => words.includes(part))
  }
  return (
    (!isUsualNumber(code) && ` ${words.join(' ')} `.includes(` ${listWords(normalizeName(code)).join(' ')} `)) ||
    (has(surname) && has(name))
  )
}
