import { ConsentReceipt } from '@registry/domain/consent/receipt'
import { languages, type Language } from '@registry/domain/language'
import { z } from 'zod'
import type { ReceiptKey } from '../../auth/receipt-key.ts'
import { isSignedBy, type PublicKeys } from '../../auth/receipt-signature.ts'

const Proof = z.object({ type: z.literal('JWS, detached, over the file without this member (RFC 7797)'), jws: z.string() })
const SignedReceipt = ConsentReceipt.extend({ proof: Proof })
export type SignedReceipt = z.infer<typeof SignedReceipt>

const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Signs a receipt. The signature covers the file without the signature (REQ-CON-14). */
export const formatReceiptFile = async (receipt: ConsentReceipt, key: ReceiptKey): Promise<string> => {
  const proof: z.infer<typeof Proof> = {
    type: Proof.shape.type.value,
    jws: await key.sign(Buffer.from(formatJson(receipt))),
  }
  return formatJson({ ...receipt, proof } satisfies SignedReceipt)
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a signed file. Returns `undefined` unless it equals, byte for byte, the file that the registry signed (REQ-CON-16). */
export const readReceiptFile = (file: Uint8Array, keys: PublicKeys): ConsentReceipt | undefined => {
  const text = Buffer.from(file).toString('utf8')
  const parsed = SignedReceipt.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { proof, ...receipt } = parsed.data
  // Unknown members, another order, other blanks or wrong UTF-8 give other bytes.
  const unchanged = Buffer.from(formatJson({ ...receipt, proof })).equals(file)
  return unchanged && isSignedBy(keys, proof.jws, Buffer.from(formatJson(receipt))) ? receipt : undefined
}

/** The content of a signed PDF for programs. */
export type PdfReceipt = { readonly code: string; readonly at: string; readonly version: number; readonly language: Language }

const PdfReceipt = z.object({
  code: z.string(),
  at: z.iso.datetime(),
  version: z.coerce.number().int(),
  language: z.enum(languages),
}) satisfies z.ZodType<PdfReceipt>

/**
 * Comments after the end of a PDF, which readers ignore (PDF 1.7, section 7.5.1). They are the receipt, then the signature over all bytes
 * before it.
 */
const formatPdfSignatureStart = ({ receipt_metadata: metadata, consent_record: record }: ConsentReceipt): string => {
  const { version, language } = record.pii_processing.purposes
  return `\n%Receipt ${metadata.receipt_id} ${metadata.issued_at} ${version} ${language}\n%JWS `
}
const pdfSignature = /\n%Receipt (?<code>[0-9A-Z-]{34}) (?<at>[\dT:.Z-]+) (?<version>\d+) (?<language>[a-z]{2})\n%JWS (?<jws>[\w.-]+)\n$/
/** Longer than the two comments. */
const maxSignatureLength = 600

export const signPdf = async (pdf: Uint8Array, receipt: ConsentReceipt, key: ReceiptKey): Promise<Buffer> => {
  const signed = Buffer.concat([pdf, Buffer.from(formatPdfSignatureStart(receipt))])
  return Buffer.concat([signed, Buffer.from(`${await key.sign(signed)}\n`)])
}

/** Reads a signed PDF. Returns `undefined` if one byte differs from the signed file (REQ-CON-16). */
export const readPdfReceipt = (file: Uint8Array, keys: PublicKeys): PdfReceipt | undefined => {
  const tail = Buffer.from(file.subarray(-maxSignatureLength)).toString('latin1')
  const { jws = '', ...receipt } = pdfSignature.exec(tail)?.groups ?? {}
  const signed = file.subarray(0, file.length - jws.length - 1)
  return jws !== '' && isSignedBy(keys, jws, signed) ? PdfReceipt.parse(receipt) : undefined
}

export const isPdf = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-'
