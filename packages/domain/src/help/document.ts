import { z } from 'zod'
import { helpPages } from '../access/help-pages.ts'
import { languages } from '../language.ts'

export const HelpPageName = z.enum(helpPages)

/** A link of the manual, to another page or to an address of the same host. */
const HelpLink = z.union([z.object({ page: HelpPageName }), z.object({ address: z.string().startsWith('/api/') })])

/** A run of text in one style. */
const HelpRun = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  emphasis: z.literal(true).optional(),
  code: z.literal(true).optional(),
  link: HelpLink.optional(),
})
const Runs = z.array(HelpRun)

/**
 * A block of a manual page. Clients build elements from it, so that no text becomes HTML (THREAT-28).
 * Headings begin with level 2, because the title is level 1.
 */
const HelpBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), id: z.string(), text: Runs }),
  z.object({ kind: z.literal('paragraph'), text: Runs }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(Runs) }),
  z.object({ kind: z.literal('table'), head: z.array(Runs), rows: z.array(z.array(Runs)) }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('picture'), address: z.string(), alt: z.string(), width: z.number().int(), height: z.number().int() }),
])

export const HelpDocument = z.object({
  page: HelpPageName,
  language: z.enum(languages),
  title: z.string(),
  blocks: z.array(HelpBlock),
})

export type HelpLink = z.infer<typeof HelpLink>
export type HelpRun = z.infer<typeof HelpRun>
export type HelpBlock = z.infer<typeof HelpBlock>
export type HelpDocument = z.infer<typeof HelpDocument>
