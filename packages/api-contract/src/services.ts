import type { z } from 'zod'
import { AppError } from '@registry/domain/error'
import type { AppRouter } from './app-router.ts'
import type { Caller } from './caller.ts'
import type { CallService } from './trpc.ts'

type Declared = { readonly schemas: { readonly input: z.ZodType; readonly output: z.ZodType } }

/** The function that implements a procedure. Its input is parsed; the schema of the output parses its answer. */
type Implementation<Procedure extends Declared> = (
  caller: Caller,
  input: z.output<Procedure['schemas']['input']>,
  signal?: AbortSignal,
) => Promise<z.input<Procedure['schemas']['output']>>

type Features = AppRouter['_def']['record']

/** The services that the server implements, one for each feature, with one function for each procedure. */
export type Services = {
  readonly [Feature in keyof Features]: {
    readonly [Name in keyof Features[Feature]]: Features[Feature][Name] extends Declared ? Implementation<Features[Feature][Name]> : never
  }
}

/** Some functions of some services, for tests. */
export type PartialServices = { readonly [Feature in keyof Services]?: Partial<Services[Feature]> }

const readProperty = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined

/** Returns the function that calls a service by the path of its procedure. Absent services throw `not_found`. */
export const createCallService =
  (services: PartialServices): CallService =>
  async (path, ...values) => {
    const [feature = '', name = ''] = path.split('.')
    const implementation = readProperty(readProperty(services, feature), name)
    if (typeof implementation !== 'function') throw new AppError('not_found')
    const answer: unknown = await Reflect.apply(implementation, undefined, values)
    return answer
  }
