import { SaxesParser } from 'saxes'
import { TableError, type TableErrorCode } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'

export type Attributes = Readonly<Record<string, string>>

/** What a reader of XML wants to be told. Element names come without their namespace prefix; text comes in as many pieces as it likes. */
export type XmlEvents = {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** Attributes of one element and elements within each other: more than any table or workbook needs (THREAT-25). */
const maxAttributes = 50
const maxDepth = 100
/** A character may be written with up to ten, as `&#x10FFFF;`. */
const longestReference = 10

/** What saxes says of things that are refused for themselves; anything else that it says means that the XML is not well formed. */
const faultsBySaying: Readonly<Record<string, TableErrorCode>> = {
  'inappropriately located doctype declaration.': 'xml_doctype',
  'an XML declaration must be at the start of the document.': 'xml_instruction',
  'the XML declaration must appear at the start of the document.': 'xml_instruction',
  'undefined entity.': 'xml_entity',
}

/** Version 1.0 whatever a declaration says: 1.1 would let control characters in. Without positions the errors say nothing but their cause. */
const options = { xmlns: false, position: false, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const

/**
 * saxes for XML of strangers (THREAT-25): the first thing that is not well formed ends the reading, and so do a document type, a processing
 * instruction, an entity that is not one of XML's own five, another encoding, too many attributes and too deep a nesting. What the parser
 * may keep while it awaits the end of a text, a tag or comments is bounded by the longest cell.
 */
export class GuardedXml {
  readonly #events: XmlEvents
  readonly #limits: TableLimits
  readonly #parser = new SaxesParser<typeof options>(options)
  #depth = 0
  /** Characters since the last event, a bound on what the parser holds. */
  #waiting = 0

  /** An eighth handler would turn the parser's object into a hash table (V8), which makes it six times as slow. */
  constructor(events: XmlEvents, limits: TableLimits) {
    this.#events = events
    this.#limits = limits
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes))
    this.#parser.on('closetag', ({ name }) => this.#close(name))
    this.#parser.on('text', (text) => this.#text(text))
    this.#parser.on('cdata', (text) => this.#text(text))
    this.#parser.on('doctype', () => this.#refuse('xml_doctype'))
    this.#parser.on('processinginstruction', () => this.#refuse('xml_instruction'))
    this.#parser.on('error', ({ message }) => this.#refuse(faultsBySaying[message] ?? 'xml_syntax'))
  }

  /** The line of what is being told. */
  get line(): number {
    return this.#parser.line
  }

  write(text: string): void {
    this.#waiting += text.length
    this.#parser.write(text)
    if (this.#waiting <= this.#limits.cellCharacters * longestReference) return
    throw new TableError('xml_text_too_long', { line: this.line, limit: this.#limits.cellCharacters })
  }

  end(): void {
    this.#parser.close()
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#depth === 0) this.#checkEncoding(this.#parser.xmlDecl.encoding)
    if (this.#depth === maxDepth) this.#refuse('xml_shape')
    if (Object.keys(attributes).length > maxAttributes) {
      throw new TableError('xml_attributes_too_many', { line: this.line, limit: maxAttributes })
    }
    this.#depth += 1
    this.#waiting = 0
    this.#events.open(localName(name), attributes)
  }

  #close(name: string): void {
    this.#depth -= 1
    this.#waiting = 0
    this.#events.close(localName(name))
  }

  #text(text: string): void {
    this.#waiting = 0
    this.#events.text(text)
  }

  #checkEncoding(encoding = 'utf-8'): void {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new TableError('file_encoding', { row: 1 })
  }

  #refuse(code: TableErrorCode): never {
    throw new TableError(code, { line: this.line })
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
