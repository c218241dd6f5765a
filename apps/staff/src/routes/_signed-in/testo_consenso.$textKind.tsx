import { createFileRoute } from '@tanstack/react-router'
import { ConsentTextPage } from '../../features/consent-texts/consent-text-page.tsx'
import { consentTextRoute } from '../../features/consent-texts/consent-text-routes.ts'

export const Route = createFileRoute('/_signed-in/testo_consenso/$textKind')({
  ...consentTextRoute,
  component: () => <ConsentTextPage />,
})
