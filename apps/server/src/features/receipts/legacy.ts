import { Readable } from 'node:stream'
import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { createFileResponse } from '../../http/downloads.ts'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { format, integer, lang } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { readPublicKeys } from './keys.ts'
import { receiptFileName } from './messages.ts'
import { printReceipt } from './receipt-document.ts'
import { readOwnReceipt } from './service.ts'

const types = { pdf: 'application/pdf', json: 'application/json' } as const

/**
 * Returns the patient's receipt as a signed file (REQ-CON-15). The number is a position in the patient's ledger, so it identifies nobody.
 */
const getReceipt = legacyOperation({
  method: 'GET',
  path: '/patient/ConsentReceipt',
  summary: /*i18n*/ {
    id: 'api.ConsentReceipt',
    message: 'Restituisce la ricevuta firmata di un gruppo di risposte ai consensi, in PDF o in JSON',
  },
  permission: 'consents:own',
  command: 'ConsentReceipt',
  reads: 'own',
  request: z.object({ receipt: integer(z.int32().positive(withErrorCode('field_wrong'))), format: format(['pdf', 'json']), lang }),
  response: z.object({}),
  files: [types.pdf, types.json],
  errors: ['receipt_not_found', 'field_required', 'format_required', 'busy'],
  descriptions: { receipt: fieldTexts.receiptNumber },
  example: { session: 'uses', fields: { receipt: '7', format: 'pdf' } },
  handle: async (caller, request, { deps }) => {
    caller.note(request.format)
    const { receipt, file } = await readOwnReceipt(deps, caller, request.receipt)
    const bytes = request.format === 'pdf' ? await printReceipt(deps, receipt, caller) : Buffer.from(file)
    const name = receiptFileName[receipt.consent_record.pii_processing.language]
    return createFileResponse(`${name}.${request.format}`, types[request.format], Readable.from([bytes]))
  },
})

const Jwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string(), x: z.string() })

/** The public keys of all receipts as a JWK Set (RFC 7517), to verify a receipt without this server (REQ-CON-16). */
const getKeys = legacyOperation({
  method: 'GET',
  path: '/receipt_keys',
  summary: /*i18n*/ { id: 'api.receipt_keys', message: 'Restituisce le chiavi pubbliche che verificano le ricevute dei consensi' },
  permission: 'receipt:check',
  command: 'receipt_keys',
  request: z.object({ lang }),
  response: z.object({ keys: z.array(Jwk) }),
  errors: [],
  descriptions: { keys: fieldTexts.receiptKeys },
  example: { fields: {} },
  handle: async (_caller, _request, { deps }) => ({
    keys: [...(await readPublicKeys(deps))].map(([kid, x]) => ({ kty: 'OKP' as const, crv: 'Ed25519' as const, kid, x })),
  }),
})

export const receiptsLegacy: readonly LegacyRoute[] = [getReceipt, getKeys]
