import type { Language } from '@registry/domain/language'
import { isRecord } from '@registry/ui/request-error.ts'

/** The lifetime of the object URL in ms: longer than a browser needs to start the download. */
const objectUrlMs = 60_000

const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), objectUrlMs)
}

/** The documents of the server's path, by their old names. */
export type PatientDocument = 'scheda_paziente' | 'consensi' | 'sf36example'

/**
 * Downloads a document of the signed-in patient (REQ-PAT-12). An answer that is no file is an error in JSON, or nothing that can be read.
 * @returns the message of the error; `null` if it has none; undefined after a download
 */
export const printDocument = async (document: PatientDocument, language: Language): Promise<string | null | undefined> => {
  const response = await fetch(`/api/stampa_paziente?document=${document}&lang=${language}`)
  if (response.headers.get('content-type') === 'application/pdf') {
    saveFile(await response.blob(), `${document}.pdf`)
    return undefined
  }
  const answer: unknown = await response.json().catch(() => undefined)
  return isRecord(answer) && typeof answer['error'] === 'string' ? answer['error'] : null
}
