import { createFileRoute } from '@tanstack/react-router'
import { ReferenceTablesPage } from '../../features/reference-tables/reference-tables-page.tsx'
import { referenceTablesRoute } from '../../features/reference-tables/reference-tables-route.ts'

export const Route = createFileRoute('/_signed-in/tabelleservizio')({
  ...referenceTablesRoute,
  component: () => <ReferenceTablesPage />,
})
