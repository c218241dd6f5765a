import { saveFile } from '@registry/ui/browser/save-file.ts'
import { isFile } from '@registry/ui/file-error.ts'
import { shell } from '../app/shell.ts'

/** Downloads a file of the server. @throws the server's error, with the fallback as message if it has none */
export const downloadDocument = async (address: string, name: string, fallback: string): Promise<void> => {
  const response = await shell.files.fetch(address)
  if (!isFile(response)) throw await shell.files.readError(response, fallback)
  saveFile(name, await response.blob())
}
