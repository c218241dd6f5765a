import { saveFile } from '@registry/ui/browser/save-file.ts'
import { isFile, readFileError } from '@registry/ui/file-error.ts'

/** Downloads a file of the server. @throws the server's error, with the fallback as message if it has none */
export const downloadDocument = async (address: string, name: string, fallback: string): Promise<void> => {
  const response = await fetch(address)
  if (!isFile(response)) throw await readFileError(response, fallback)
  saveFile(name, await response.blob())
}
