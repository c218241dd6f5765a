import { createFileRoute } from '@tanstack/react-router'
import { ConsentDocumentPage } from '../../features/consent-documents/consent-document-page.tsx'
import { consentDocumentRoute } from '../../features/consent-documents/consent-document-routes.ts'

export const Route = createFileRoute('/_signed-in/testo_consenso/$documentKind')({
  ...consentDocumentRoute,
  component: () => <ConsentDocumentPage />,
})
