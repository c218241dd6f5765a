import type { z } from 'zod'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { MessageText } from '../../messages.ts'

/** A call as a reader may try it: `opens` a session, `uses` one, or neither; a file goes as multipart. */
export type Example = {
  readonly session?: 'opens' | 'uses'
  readonly fields: Readonly<Record<string, string>>
  readonly file?: readonly [field: string, name: string]
}

/** What a legacy operation takes and answers, for the OpenAPI document and its page (D2). Its route has permission and name. */
export type LegacyShape = {
  readonly about: MessageText
  readonly fields: z.ZodObject
  /** Beside `success: true`. */
  readonly answer: z.ZodObject
  /** The media types of a file that leaves instead. */
  readonly files?: readonly string[]
  /** The usual name of the file that comes. */
  readonly upload?: string
  /** Faults of this operation's own, beside those that every operation may have. */
  readonly refusals: readonly ErrorCode[]
  /** Where a field means something else here than elsewhere. */
  readonly texts?: Readonly<Record<string, MessageText>>
  /** Fields that stand for many, as `{nome_campo}`, and the pattern of the names they stand for. */
  readonly patterns?: Readonly<Record<string, string>>
  readonly example: Example
}

/** By path, and action where the path has several: `/inthem_query LIST`. */
export type LegacyShapes = Readonly<Record<string, LegacyShape>>
