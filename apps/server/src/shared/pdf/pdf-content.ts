import type { Language } from '@registry/domain/language'

/** One part of a printed document, in reading order. `language` is set for words in another language than the document's. */
export type PdfBlock = { readonly language?: Language } & (
  | { readonly type: 'subheading' | 'paragraph'; readonly text: string }
  /** `room` in points: what follows stays on the page of the heading, such as lines for signatures. */
  | { readonly type: 'heading'; readonly text: string; readonly room?: number }
  /** An address on one line, in letters as small as needed. A reader who types it must see every hyphen. */
  | { readonly type: 'address'; readonly text: string }
  /** A QR code that contains `text`. Screen readers say `alternative`. */
  | { readonly type: 'qr'; readonly text: string; readonly alternative: string }
  /** Labels or questions with their values, as a table whose first column is the header of each row. Questions get the wider column. */
  | { readonly type: 'values' | 'answers'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** The same with two values in a row, where both fit on one line. */
  | { readonly type: 'paired-values'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** Without widths in points the columns are equally wide, like those without a number. */
  | {
      readonly type: 'table'
      readonly header: readonly string[]
      readonly rows: readonly (readonly string[])[]
      readonly widths?: readonly (number | '*')[]
    }
)

/** A document to print. Its texts are in `language`, ready to be shown. */
export type PdfContent = {
  readonly language: Language
  readonly title: string
  readonly blocks: readonly PdfBlock[]
  /** Small letters and margins, for a document of many values. */
  readonly dense?: boolean
  /** A document of the staff site: its footer does not name MyConsent. */
  readonly forStaff?: boolean
  /** Named at the foot of every page, for a document whose pages can come apart. */
  readonly reference?: string
  /** Time and controller of a document that gives the same file at each printing (REQ-CON-15). */
  readonly issued?: { readonly at: Date; readonly controller: string | null }
}

/** The lines around the content of every page. In `pageOf`, `{page}` and `{pages}` become numbers. */
export type PdfFrame = {
  readonly header: string
  readonly controller: string
  readonly footer: string
  readonly pageOf: string
  /** The creation time of the document. The same content with the same time has the same bytes. */
  readonly madeAt: Date
}

/** The messages to and from the printing thread. */
export type PdfRequest = { readonly content: PdfContent; readonly frame: PdfFrame }
export type PdfReply = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: string }
