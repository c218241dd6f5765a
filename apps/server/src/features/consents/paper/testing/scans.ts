import { deflateSync } from 'node:zlib'

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Builds a small PDF with one more object. */
export const buildPdf = (object = '<< /Type /Pages >>'): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n${object}\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`, 'latin1')

/** An object stream, whose objects a search in the file does not find. */
export const buildObjectStream = (
  objects: string,
  filter = '/FlateDecode',
  compress = (text: string): Buffer => deflateSync(text),
): string => `<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} >>\nstream\n${compress(objects).toString('latin1')}\nendstream`

export const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const scanOf = (bytes: Uint8Array, name = 'modulo.pdf') => ({ name, content: encode(bytes) })
