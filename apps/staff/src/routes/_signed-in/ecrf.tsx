import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadEcrfTexts } from '../../app/messages.ts'
import { EcrfPage } from '../../features/ecrf/ecrf-page.tsx'

export const Route = createFileRoute('/_signed-in/ecrf')({
  loader: () => addTexts(loadEcrfTexts),
  component: () => <EcrfPage />,
})
