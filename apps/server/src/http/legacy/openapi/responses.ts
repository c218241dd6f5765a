import { errorMessages, type ErrorCode } from '@registry/domain/error-messages'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { apiPageMessages } from '@registry/domain/legacy/page-messages'
import type { MessageText } from '../../../shared/messages.ts'
import { formatCode, getStatus } from '../../errors.ts'
import { formatWithoutValues } from './placeholders.ts'
import type { JsonSchema } from './schemas.ts'

/** Formats a message in the language of a document. */
export type FormatText = (text: MessageText, values?: Readonly<Record<string, string | number>>) => string

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorMessages, name)
const errorCodes = Object.keys(errorMessages).filter(isErrorCode)

export const statusCodes = errorCodes.filter((code) => getStatus(code) !== 200).toSorted((a, b) => getStatus(a) - getStatus(b))

/** The statuses that every operation can return, except 200. */
export const errorStatuses = [...new Set(statusCodes.map(getStatus))]

/** The body of every failure (REQ-API-02). */
export const buildFailureSchema = (formatText: FormatText): JsonSchema => ({
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: formatText(fieldTexts.error) },
    code: { enum: errorCodes.map(formatCode), description: formatText(fieldTexts.code) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: formatText(fieldTexts.fields) },
    requestId: { type: 'string', description: formatText(fieldTexts.requestId) },
  },
  required: ['success', 'error', 'code'],
  additionalProperties: false,
})

export const failureRef = { $ref: '#/components/schemas/Failure' }

/** The headers of a response after which the caller waits. */
export const buildRetryHeaders = (status: number, formatText: FormatText) =>
  status === 429 || status === 503
    ? { headers: { 'Retry-After': { description: formatText(apiPageMessages.waitHeader), schema: { type: 'integer' as const } } } }
    : {}

/** One shared response for each status except 200; an operation refers to it as `Status404`. */
export const buildStatusResponses = (formatText: FormatText) =>
  Object.fromEntries(
    errorStatuses.map((status) => {
      const codes = statusCodes.filter((code) => getStatus(code) === status)
      const description = codes.map((code) => `${code}: ${formatWithoutValues(errorMessages[code], formatText)}`).join('\n')
      const content = { 'application/json': { schema: failureRef } }
      return [`Status${status}`, { description, ...buildRetryHeaders(status, formatText), content }]
    }),
  )
