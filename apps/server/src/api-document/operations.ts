import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import type { Principal } from '@registry/domain/access/roles'
import { fieldTexts } from '@registry/domain/legacy/messages'
import type { LegacyShape, LegacyShapes } from '../http/legacy/shape.ts'
import type { LegacyMethod, LegacyRoute } from '../http/legacy/route.ts'
import type { MessageText } from '../messages.ts'

/** A JSON schema, as far as it is looked into. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly maxLength?: number
  readonly [keyword: string]: unknown
}

/** One operation of a legacy path with its route and its shape brought together. */
export type Operation = {
  /** `login`, `admin.GetConfTable`, `inthem_query.LIST`: the name of its schemas and its anchor. */
  readonly name: string
  readonly method: LegacyMethod
  readonly path: string
  readonly action: string
  readonly route: LegacyRoute
  readonly allowed: readonly Principal[]
  readonly shape: LegacyShape
  readonly request: Schema
  readonly answer: Schema
}

/** The key of an operation in the shapes. */
export const shapeKey = (path: string, action: string): string => (action === '' ? path : `${path} ${action}`)

const schemaOf = (shape: z.ZodObject, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...schema }: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(shape, { io, unrepresentable: 'any', reused: 'inline' })),
  )
  return schema
}

/** Requests may carry names that the path does not know (D2), and a file's own part. */
const requestOf = ({ fields, upload }: LegacyShape, action: string): Schema => {
  const { additionalProperties: _open, ...schema } = schemaOf(fields, 'input')
  const own = schema.properties ?? {}
  const properties = {
    ...(action !== '' && { action: { const: action } }),
    ...own,
    ...(upload !== undefined && { [upload]: { type: 'string', contentMediaType: 'application/octet-stream' } }),
  }
  const required = [...(action === '' ? [] : ['action']), ...(schema.required ?? []), ...(upload === undefined ? [] : [upload])]
  return { ...schema, properties, ...(required.length > 0 && { required }) }
}

const answerOf = ({ answer }: LegacyShape): Schema => schemaOf(z.object({ success: z.literal(true), ...answer.shape }), 'output')

/** The operations of the legacy paths that have a shape; a test asks it of all of the registry's own. */
export const operationsOf = (routes: readonly LegacyRoute[], shapes: LegacyShapes): Operation[] =>
  routes.flatMap((route) =>
    Object.entries(route.actions).flatMap(([action, { meta }]): Operation[] => {
      const { method, path } = route
      const shape = shapes[shapeKey(path, action)]
      if (!shape) return []
      const name = [...path.split('/').filter(Boolean), action].filter(Boolean).join('.')
      const allowed: readonly Principal[] = permissions[meta.permission]
      return [{ name, method, path, action, route, allowed, shape, request: requestOf(shape, action), answer: answerOf(shape) }]
    }),
  )

const shared: Readonly<Record<string, MessageText>> = fieldTexts

/** What a field of an operation holds, in words; nothing for the inner fields of an answer, whose names speak. */
export const textOf = ({ texts, upload }: LegacyShape, field: string): MessageText | undefined =>
  texts?.[field] ?? (field === upload ? fieldTexts.file : Object.hasOwn(shared, field) ? shared[field] : undefined)
