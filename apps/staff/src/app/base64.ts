export const readBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)

const chunkBytes = 0x8000

export const writeBase64 = (content: ArrayBuffer): string => {
  const bytes = new Uint8Array(content)
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkBytes) text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return btoa(text)
}
