import { createFileRoute } from '@tanstack/react-router'
import { ConsentTextList } from '../../features/consent-texts/consent-text-list.tsx'
import { consentTextListRoute } from '../../features/consent-texts/consent-text-routes.ts'

export const Route = createFileRoute('/_signed-in/testi_consenso')({
  ...consentTextListRoute,
  component: () => <ConsentTextList />,
})
