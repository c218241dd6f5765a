import jsQR from 'jsqr'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

const pixelsPerPoint = 4
/** The numbers of a rectangle in a path of pdf.js: a start, three lines and the end of the outline. */
const rectangleLength = 13

/** Paints the QR code of the first page as a camera sees it, and reads its text with jsQR, which shares no code with the printer. */
export const readQr = async (bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList()
  await document.cleanup()
  const paths: Float32Array[] = fnArray.flatMap((operator, index) => (operator === OPS.constructPath ? [argsArray[index][1][0]] : []))
  const path = paths.reduce((longest, each) => (each.length > longest.length ? each : longest))
  const rectangles = Array.from({ length: path.length / rectangleLength }, (_, index) => {
    const [, x = 0, y = 0, , , , , right = 0, top = 0] = path.subarray(index * rectangleLength)
    return { x, y, right, top }
  })
  const margin = 20
  const left = Math.min(...rectangles.map(({ x }) => x)) - margin
  const above = Math.max(...rectangles.map(({ top }) => top)) + margin
  const side = Math.ceil((Math.max(...rectangles.map(({ right }) => right)) + margin - left) * pixelsPerPoint)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const place = (points: number): number => Math.round(points * pixelsPerPoint)
  for (const { x, y, right, top } of rectangles)
    for (let row = place(above - top); row < place(above - y); row++)
      for (let column = place(x - left); column < place(right - left); column++) pixels.set([0, 0, 0], (row * side + column) * 4)
  return jsQR(pixels, side, side)?.data
}
