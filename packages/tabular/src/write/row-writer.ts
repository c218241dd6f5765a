import { TableError } from '../table-error.ts'
import { byteClass, byteClasses } from './byte-classes.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

const tab = 9
const lineFeed = 10
const minus = 45
const point = 46
const zero = 48
const nine = 57
const backslash = 92
const letterN = 78
const letterT = 116

/** The most bytes that a cell's place takes, as ` r="XFD1048576"`; a row's number takes fewer. */
const placeBytes = 16
/** A piece is given when it has so much: what is written next to each other stays in the processor's own memory. */
const pieceBytes = 64 * 1024

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

type Cell = {
  readonly open: Uint8Array
  /** Whether some of its texts can be copied. */
  readonly copies: boolean
  readonly unlike: number
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly truth: { readonly yes: Uint8Array; readonly no: Uint8Array } | undefined
  readonly place: Uint8Array
  readonly other: CellFormat['other']
}

const cellOf = ({ open, plain, truth, other }: CellFormat, letters: string | undefined): Cell => ({
  open: bytesOf(open),
  copies: plain !== undefined,
  unlike: plain?.unlike ?? 0,
  before: bytesOf(plain?.before ?? ''),
  after: bytesOf(plain?.after ?? ''),
  truth: truth && { yes: bytesOf(truth.yes), no: bytesOf(truth.no) },
  place: bytesOf(letters === undefined ? '' : ` r="${letters}`),
  other,
})

/** Most bytes of a cell beside its own text. */
const frameOf = ({ open, before, after, truth }: Cell): number =>
  open.length + before.length + after.length + placeBytes + Math.max(truth?.yes.length ?? 0, truth?.no.length ?? 0)

const digitsEnd = (bytes: Uint8Array, from: number, to: number): number => {
  let at = from
  while (at < to && (bytes[at] ?? 0) >= zero && (bytes[at] ?? 0) <= nine) at += 1
  return at
}

/** Digits, maybe with a minus before and a point within: a number as every format has it. */
const isPlainNumber = (bytes: Uint8Array, from: number, to: number): boolean => {
  const start = bytes[from] === minus ? from + 1 : from
  const whole = digitsEnd(bytes, start, to)
  if (whole === start) return false
  return whole === to || (bytes[whole] === point && whole + 1 < to && digitsEnd(bytes, whole + 1, to) === to)
}

/** Classes that matter where they begin or end a text, and nowhere else. */
const atEnds = byteClass.blank | byteClass.formula
const classesAt = (bytes: Uint8Array, at: number): number => byteClasses[bytes[at] ?? 0] ?? 0

/** `t` or `true`, of those that COPY writes. */
const isTrue = (bytes: Uint8Array, from: number, to: number): boolean => bytes[from] === letterT && (to - from === 1 || to - from === 4)

/**
 * Writes rows of COPY's text format in another one, from bytes to bytes: most cells are copied between two texts that are always the
 * same, and only what a format has to write otherwise becomes a string on the way. That is a third of the work of making strings of
 * all, and leaves nothing to tidy up.
 */
export class RowWriter {
  readonly #format: RowFormat
  readonly #cells: readonly Cell[]
  readonly #frame: number
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #firstRow: Uint8Array
  readonly #nextRow: Uint8Array
  readonly #rowEnd: Uint8Array
  readonly #between: Uint8Array
  readonly #rowOpenEnd = bytesOf('>')
  #out = new Uint8Array(pieceBytes * 2)
  #at = 0
  #rows = 0
  #rowRoom = 0
  #rowNumber: Uint8Array = new Uint8Array()

  constructor(format: RowFormat) {
    this.#format = format
    this.#cells = format.cells.map((cell, index) => cellOf(cell, format.sheet?.letters[index]))
    this.#firstRow = bytesOf(format.firstRow)
    this.#nextRow = bytesOf(format.nextRow)
    this.#rowEnd = bytesOf(format.rowEnd)
    this.#between = bytesOf(format.between)
    const perCell = this.#between.length
    this.#frame =
      this.#cells.reduce((sum, cell) => sum + frameOf(cell) + perCell, placeBytes) +
      this.#firstRow.length +
      this.#nextRow.length +
      this.#rowEnd.length
  }

  /**
   * The pieces that the rows of whole lines fill, each line with its line feed; to be called again and again, in order. What fills none
   * yet comes with the next rows, or with `rest`.
   * @throws TableFault xlsx_rows_too_many
   */
  *rows(lines: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(lineFeed, start)
      if (end === -1) throw new Error('a line has no end')
      this.#writeRow(lines, start, end)
      start = end + 1
      if (this.#at >= pieceBytes) yield this.rest()
    }
  }

  /** What was written since the last piece, with memory of its own. */
  rest(): Uint8Array<ArrayBuffer> {
    const piece = this.#out.slice(0, this.#at)
    this.#at = 0
    return piece
  }

  #writeRow(lines: Uint8Array, start: number, end: number): void {
    this.#beginRow(this.#frame + end - start)
    let some = false
    let from = start
    for (let index = 0; index < this.#cells.length && from <= end; index += 1) {
      let to = from
      let classes = 0
      for (let byte = lines[to]; to < end && byte !== tab && byte !== undefined; byte = lines[to]) {
        classes |= byteClasses[byte] ?? 0
        to += 1
      }
      const cell = this.#cells[index]
      if (!cell || (to - from === 2 && lines[from] === backslash && lines[from + 1] === letterN)) {
        if (this.#format.everyCell && index > 0) this.#put(this.#between)
      } else {
        if (some || (this.#format.everyCell && index > 0)) this.#put(this.#between)
        this.#put(cell.open)
        this.#putPlace(cell)
        this.#putCell(cell, lines, from, to, classes)
        some = true
      }
      from = to + 1
    }
    this.#put(this.#rowEnd)
  }

  #beginRow(bytes: number): void {
    const { sheet } = this.#format
    this.#rows += 1
    if (sheet) {
      if (sheet.rowsBefore + this.#rows > sheet.mostRows)
        throw new TableError('xlsx_rows_too_many', { limit: sheet.mostRows - sheet.rowsBefore })
      this.#rowNumber = bytesOf(`${sheet.rowsBefore + this.#rows}"`)
    }
    this.#rowRoom = bytes
    this.#makeRoom(bytes)
    this.#put(this.#rows === 1 ? this.#firstRow : this.#nextRow)
    if (!sheet) return
    this.#put(this.#rowNumber)
    this.#put(this.#rowOpenEnd)
  }

  #putPlace(cell: Cell): void {
    if (cell.place.length === 0) return
    this.#put(cell.place)
    this.#put(this.#rowNumber)
  }

  #putCell(cell: Cell, lines: Uint8Array, from: number, to: number, classes: number): void {
    if (cell.truth) return this.#put(isTrue(lines, from, to) ? cell.truth.yes : cell.truth.no)
    if (!this.#isPlain(cell, lines, from, to, classes)) return this.#putText(cell.other(this.#decoder.decode(lines.subarray(from, to))))
    this.#put(cell.before)
    this.#copy(lines, from, to)
    this.#put(cell.after)
  }

  #isPlain({ copies, unlike }: Cell, lines: Uint8Array, from: number, to: number, classes: number): boolean {
    if (!copies || from === to) return false
    const unfit = classes & unlike
    if (unfit === 0) return (unlike & byteClass.wordy) === 0 || isPlainNumber(lines, from, to)
    return (unfit & ~atEnds) === 0 && (unfit & (classesAt(lines, from) | classesAt(lines, to - 1))) === 0
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return
    const larger = new Uint8Array(Math.max(this.#out.length * 2, this.#at + bytes))
    larger.set(this.#out.subarray(0, this.#at))
    this.#out = larger
  }

  #put(bytes: Uint8Array): void {
    this.#copy(bytes, 0, bytes.length)
  }

  /** Byte by byte: cells are short, and a call into the engine would cost more than they do. */
  #copy(bytes: Uint8Array, from: number, to: number): void {
    const out = this.#out
    let at = this.#at
    for (let index = from; index < to; index += 1) {
      out[at] = bytes[index] ?? 0
      at += 1
    }
    this.#at = at
  }

  #putText(text: string): void {
    // Room was made for the cells as they stand: this one may be longer, and those after it still want theirs.
    this.#makeRoom(text.length * 3 + this.#rowRoom)
    this.#at += this.#encoder.encodeInto(text, this.#out.subarray(this.#at)).written
  }
}
