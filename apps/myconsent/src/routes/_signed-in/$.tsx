import { NotOpenYet } from '@registry/ui/layout/page.tsx'
import { createFileRoute } from '@tanstack/react-router'

/** Areas of the route table whose screens do not exist yet; the guard above has sent every other address away. */
export const Route = createFileRoute('/_signed-in/$')({ component: NotOpenYet, staticData: { back: '/myconsent' } })
