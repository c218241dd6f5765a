import { createFileRoute } from '@tanstack/react-router'
import { ConsentDocumentList } from '../../features/consent-documents/consent-document-list.tsx'
import { consentDocumentListRoute } from '../../features/consent-documents/consent-document-routes.ts'

export const Route = createFileRoute('/_signed-in/testi_consenso')({
  ...consentDocumentListRoute,
  component: () => <ConsentDocumentList />,
})
