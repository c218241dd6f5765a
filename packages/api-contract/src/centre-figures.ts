import { z } from 'zod'
import { consentSteps, followUpFields, minimumSections } from '@registry/domain/centre-figures/figures'
import { importCommands } from '@registry/domain/imports/columns'
import { namedCentre } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const CentreFiguresQuery = z.strictObject(namedCentre)

/**
 * A share of the centre, as numbers, beside the network's median in percent. The median is null if fewer than five centres with five
 * patients have the figure (REQ-CRF-12).
 */
const Share = z.object({ counted: z.number().int(), total: z.number().int(), network: z.number().int().nullable() })

export const CentreFigures = z.object({
  /** The day of the check that computed the figures; null before the first one. */
  checkedOn: z.iso.date().nullable(),
  completeness: z.array(z.object({ section: z.enum(minimumSections), share: Share })),
  overdue: z.array(z.object({ field: z.enum(followUpFields), months: z.number().int(), share: Share })),
  findings: Share,
  consents: z.array(z.object({ step: z.enum(consentSteps), share: Share })),
  uploads: z.array(
    z.object({ at: z.string(), command: z.enum(importCommands), actor: z.string(), ok: z.number().int(), ko: z.number().int() }),
  ),
})

export type CentreFiguresQuery = z.infer<typeof CentreFiguresQuery>
export type CentreFigures = z.infer<typeof CentreFigures>

export const centreFigures = router({
  /** The figures of a centre beside the network (REQ-CRF-12). */
  read: procedure({ permission: 'record:read', audit: ['centre_figures', 'READ'], reads: 'counts' })
    .input(CentreFiguresQuery)
    .query(CentreFigures),
})
