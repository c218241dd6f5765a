import { z } from 'zod'
import { consentSteps, followUpFields, minimumSections } from '@registry/domain/indicators/indicators'
import { importCommands } from '@registry/domain/imports/columns'
import { namedCentre } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const CentreIndicatorsQuery = z.strictObject(namedCentre)

/**
 * A share of the centre, as numbers, with the network's median in percent. The median is null if fewer than five centres with five
 * patients have the indicator (REQ-CRF-12).
 */
const Share = z.object({ counted: z.number().int(), total: z.number().int(), network: z.number().int().nullable() })

export const CentreIndicators = z.object({
  /** The day of the check that computed the indicators; null before the first one. */
  checkedOn: z.iso.date().nullable(),
  completeness: z.array(z.object({ section: z.enum(minimumSections), share: Share })),
  overdue: z.array(z.object({ field: z.enum(followUpFields), months: z.number().int(), share: Share })),
  discrepancies: Share,
  /** Patients with a request for correction that has been open for more than 30 days. */
  corrections: Share,
  consents: z.array(z.object({ step: z.enum(consentSteps), share: Share })),
  uploads: z.array(
    z.object({ at: z.string(), command: z.enum(importCommands), actor: z.string(), ok: z.number().int(), ko: z.number().int() }),
  ),
})

export type CentreIndicatorsQuery = z.infer<typeof CentreIndicatorsQuery>
export type CentreIndicators = z.infer<typeof CentreIndicators>

export const indicators = router({
  /** The indicators of a centre compared with the network (REQ-CRF-12). */
  read: procedure({ permission: 'record:read', audit: ['centre_indicators', 'READ'], reads: 'counts' })
    .input(CentreIndicatorsQuery)
    .query(CentreIndicators),
})
