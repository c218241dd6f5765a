import { z } from 'zod'
import { optionalText } from './fields.ts'

/** The credentials of a centre's program, which has no session. */
export const CentreCredentials = z.object({ centerCode: optionalText(z.string()), centerPwd: optionalText(z.string()) })
