import { SaxesParser } from 'saxes'
import { TableError, type TableErrorCode } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'

export type Attributes = Readonly<Record<string, string>>

/** Handlers for XML events. Element names have no namespace prefix. Text can come in several pieces. */
export type XmlEvents = {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** Limits of attributes per element and of nesting, above the needs of any workbook (THREAT-25). */
const maxAttributes = 50
const maxDepth = 100
/** The length of `&#x10FFFF;`, the longest reference to one character. */
const longestReference = 10

/** Error messages of saxes with an error code. Any other message means that the XML is not well formed. */
const errorCodes: Readonly<Record<string, TableErrorCode>> = {
  'inappropriately located doctype declaration.': 'xml_doctype',
  'an XML declaration must be at the start of the document.': 'xml_instruction',
  'the XML declaration must appear at the start of the document.': 'xml_instruction',
  'undefined entity.': 'xml_entity',
}

/** Forces version 1.0, because 1.1 allows control characters. Without positions a message of saxes contains only the cause. */
const options = { xmlns: false, position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const

/**
 * Parses untrusted XML with saxes (THREAT-25). Rejects malformed XML, document types, processing instructions, entities other than XML's
 * five, and encodings other than UTF-8. Rejects too many attributes and too deep nesting. The longest cell limits what the parser buffers.
 */
export class GuardedXml {
  readonly #events: XmlEvents
  readonly #limits: TableLimits
  readonly #parser = new SaxesParser<typeof options>(options)
  #depth = 0
  /** Characters since the last event: the parser buffers at most these. */
  #buffered = 0

  /** An eighth handler makes V8 store the parser as a hash table, which is six times slower. */
  constructor(events: XmlEvents, limits: TableLimits) {
    this.#events = events
    this.#limits = limits
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    this.#parser.on('closetag', ({ name }) => this.#close(name))
    this.#parser.on('text', (text) => this.#text(text))
    this.#parser.on('cdata', (text) => this.#text(text))
    this.#parser.on('doctype', () => this.#reject('xml_doctype'))
    this.#parser.on('processinginstruction', () => this.#reject('xml_instruction'))
    this.#parser.on('error', ({ message }) => this.#reject(errorCodes[message] ?? 'xml_syntax'))
  }

  /** The line of the current event. */
  get line(): number {
    return this.#parser.line
  }

  write(text: string): void {
    this.#buffered += text.length
    this.#parser.write(text)
    if (this.#buffered <= this.#limits.cellCharacters * longestReference) return
    throw new TableError('xml_text_too_long', { line: this.line, limit: this.#limits.cellCharacters })
  }

  end(): void {
    this.#parser.close()
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depth === 0) this.#checkEncoding(this.#parser.xmlDecl.encoding)
    if (this.#depth === maxDepth) this.#reject('xml_shape')
    if (Object.keys(attributes).length > maxAttributes) {
      throw new TableError('xml_attributes_too_many', { line: this.line, limit: maxAttributes })
    }
    this.#depth += 1
    this.#buffered = 0
    this.#events.open(localName(name), attributes)
  }

  #close(name: string): void {
    this.#depth -= 1
    this.#buffered = 0
    this.#events.close(localName(name))
  }

  #text(text: string): void {
    this.#buffered = 0
    this.#events.text(text)
  }

  #checkEncoding(encoding = 'utf-8'): void {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new TableError('file_encoding', { row: 1 })
  }

  #reject(code: TableErrorCode): never {
    throw new TableError(code, { line: this.line })
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
