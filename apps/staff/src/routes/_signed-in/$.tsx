import { NotOpenYet } from '@registry/ui/layout/page.tsx'
import { createFileRoute } from '@tanstack/react-router'

/** The areas without a screen. The guard redirects every other unknown address before. */
export const Route = createFileRoute('/_signed-in/$')({ component: NotOpenYet })
