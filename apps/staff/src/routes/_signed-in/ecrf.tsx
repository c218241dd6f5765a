import { createFileRoute } from '@tanstack/react-router'
import { EcrfPage } from '../../features/ecrf/ecrf-page.tsx'
import { readWorkListAddress } from '../../features/ecrf/work-list-address.ts'

export const Route = createFileRoute('/_signed-in/ecrf')({
  validateSearch: readWorkListAddress,
  component: () => <EcrfPage />,
})
