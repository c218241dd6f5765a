import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import type { Meta } from '@registry/api-contract/trpc'
import { legacyOperation } from '../http/legacy/declare.ts'
import { optionalText } from '../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../http/legacy/route.ts'
import type { FileResponse } from '../http/downloads.ts'

const TextField = z.object({ text: optionalText(z.string()) })

type Handle = (
  caller: Caller,
  request: z.output<typeof TextField>,
  call: LegacyCall,
) => Promise<Readonly<Record<string, unknown>> | FileResponse>

type ProbeOptions = Partial<Pick<LegacyRoute, 'method' | 'centre' | 'upload'> & Pick<Meta, 'permission' | 'command'>>

/** A legacy path for one test. It reads the field `text`, responds with any fields, and accepts a request without a file. */
export const probe = (
  path: string,
  handle: Handle,
  { method = 'POST', centre = false, upload, permission = 'session:read', command = 'probe' }: ProbeOptions = {},
): LegacyRoute => ({
  ...legacyOperation({
    method,
    path,
    centre,
    permission,
    command,
    summary: { id: 'test.probe', message: 'Prova' },
    request: TextField,
    response: z.looseObject({}),
    errors: [],
    example: { fields: {} },
    handle,
  }),
  upload,
})
