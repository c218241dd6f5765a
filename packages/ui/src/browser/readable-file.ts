/** A chosen file that was changed or removed on disk since. Browsers no longer read it. */
export class ChangedFile extends Error {}

const requireReadable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ChangedFile('the file changed after the choice')
  }
}

/** Sends or reads a chosen file. @throws ChangedFile, which a browser reports like a lost connection */
export const withChosenFile = async <Result>(file: File, send: () => Promise<Result>): Promise<Result> => {
  await requireReadable(file)
  try {
    return await send()
  } catch (error) {
    await requireReadable(file)
    throw error
  }
}
