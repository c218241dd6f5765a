import { saveFile } from '@registry/ui/browser/save-file.ts'

/** The parts of a chart that its files contain, with the texts that the page shows around it. */
export type ChartFile = {
  readonly name: string
  readonly title: string
  readonly note: string
  readonly legend: readonly { readonly label: string; readonly color: string }[]
}

const namespace = 'http://www.w3.org/2000/svg'
const copiedStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
]
const [margin, lineHeight, fontSize] = [16, 22, 14]

/** Writes the computed styles of a chart into its copy, because a file has no style sheet. */
const copyStyles = (from: Element, to: Element): void => {
  const style = getComputedStyle(from)
  for (const name of copiedStyles) {
    const value = style.getPropertyValue(name)
    if (value !== '') to.setAttribute(name, value)
  }
  for (const name of ['class', 'style', 'tabindex', 'role']) to.removeAttribute(name)
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index]
    if (copy) copyStyles(child, copy)
  }
}

/** Resolves a colour variable of the page. */
const readColor = (near: Element, color: string): string => {
  const probe = document.createElement('span')
  probe.style.color = color
  near.append(probe)
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}

const createElement = (name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement => {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** Builds a standalone file from a chart: title, legend, chart and note, in the colours of the page. */
const buildSvg = (drawing: SVGSVGElement, { title, note, legend }: ChartFile): SVGElement => {
  const { width: drawn, height } = drawing.getBoundingClientRect()
  const width = Math.max(drawn, 480) + 2 * margin
  const top = margin + lineHeight * (1 + legend.length) + margin / 2
  const whole = createElement('svg', {
    xmlns: namespace,
    width,
    height: top + height + lineHeight + margin,
    'font-family': 'Arial, sans-serif',
  })
  const place = drawing.parentElement ?? drawing
  const text = readColor(place, 'var(--mantine-color-text)')
  whole.append(createElement('rect', { width: '100%', height: '100%', fill: readColor(place, 'var(--mantine-color-body)') }))
  whole.append(createElement('text', { x: margin, y: margin + fontSize, fill: text, 'font-size': fontSize + 2, 'font-weight': 600 }, title))
  for (const [index, { label, color }] of legend.entries()) {
    const y = margin + lineHeight * (index + 1)
    whole.append(createElement('rect', { x: margin, y: y + 2, width: fontSize, height: fontSize, fill: readColor(place, color) }))
    whole.append(createElement('text', { x: margin + lineHeight, y: y + fontSize, fill: text, 'font-size': fontSize }, label))
  }
  const copy = drawing.cloneNode(true)
  if (copy instanceof SVGSVGElement) {
    copyStyles(drawing, copy)
    for (const [key, value] of Object.entries({ x: margin, y: top, width: drawn, height })) copy.setAttribute(key, String(value))
    whole.append(copy)
  }
  whole.append(createElement('text', { x: margin, y: top + height + lineHeight, fill: text, 'font-size': fontSize - 2 }, note))
  return whole
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const saveSvg = (drawing: SVGSVGElement, file: ChartFile): void =>
  saveFile(`${file.name}.svg`, new Blob([new XMLSerializer().serializeToString(buildSvg(drawing, file))], { type: 'image/svg+xml' }))

const pixelsPerPoint = 2

/** Saves a chart as PNG, in twice its size for prints and slides. The policy of the page allows images from data only. */
export const savePng = async (drawing: SVGSVGElement, file: ChartFile): Promise<void> => {
  const svg = buildSvg(drawing, file)
  const image = new Image()
  const bytes = toBytes(new XMLSerializer().serializeToString(svg))
  image.src = `data:image/svg+xml;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Number(svg.getAttribute('width')) * pixelsPerPoint
  canvas.height = Number(svg.getAttribute('height')) * pixelsPerPoint
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) saveFile(`${file.name}.png`, blob)
}

/** A name of a centre could begin a formula in a spreadsheet (THREAT-27). */
const guard = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quote = (text: string): string => `"${guard(text).replaceAll('"', '""')}"`

/** Formats the table of a chart as CSV, with the mark by which spreadsheets recognise UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`

export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(`${name}.csv`, new Blob([formatCsv(rows)], { type: 'text/csv' }))
