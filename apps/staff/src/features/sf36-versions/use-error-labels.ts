import { useLingui } from '@lingui/react/macro'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'

const textPath = /^(it|en)\.(\d+)\.(text|help|questions|options)(?:\.(\d+))?$/

/** Names the text of each error in a point: "required" alone does not identify one of many texts. */
export const useErrorLabels = (errors: FormErrors): Readonly<Record<string, string>> => {
  const { t } = useLingui()
  const formatPart = (part: string, place: number, index: number): string => {
    if (part === 'text') return t`Testo`
    if (part === 'help') return t`Aiuto`
    const code = `${place}${String.fromCharCode('a'.charCodeAt(0) + index)}`
    const option = index + 1
    return part === 'questions' ? t`Quesito ${code}` : t`Risposta ${option}`
  }
  return Object.fromEntries(
    Object.keys(errors).flatMap((path) => {
      const [, language, place, part, index] = textPath.exec(path) ?? []
      if (part === undefined) return []
      const pointNumber = Number(place) + 1
      const label = formatPart(part, pointNumber, Number(index ?? 0))
      return [[path, language === 'it' ? t`domanda ${pointNumber}, ${label}, italiano` : t`domanda ${pointNumber}, ${label}, inglese`]]
    }),
  )
}
