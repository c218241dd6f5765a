import { z } from 'zod'
import { optionalText } from './fields.ts'

/** How a centre's program signs in without a session (REQ-IMP-09). */
export const CentreCredentials = z.object({ centerCode: optionalText(z.string()), centerPwd: optionalText(z.string()) })
