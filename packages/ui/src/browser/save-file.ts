/** The lifetime of the object URL in ms: longer than a browser needs to start the download. */
const objectUrlMs = 60_000

/** Lets the browser save a file that is in memory. */
export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), objectUrlMs)
}
