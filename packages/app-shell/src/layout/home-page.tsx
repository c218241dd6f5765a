import { PublicHome } from '@registry/ui/layout/public-home.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useShell } from '../shell.ts'

/** The page `/`, which leads to both apps (REQ-UI-01). */
export const HomePage = () => {
  const { trpc } = useShell()
  const { data: site } = useSuspenseQuery(trpc.session.site.queryOptions())
  return <PublicHome staffOrigin={site.staffOrigin} myconsentOrigin={site.myconsentOrigin} />
}
