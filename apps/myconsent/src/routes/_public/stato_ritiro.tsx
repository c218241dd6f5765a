import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { RecallStatusPage } from '../../features/recall-status/recall-status-page.tsx'

const Page = () => <RecallStatusPage />

export const Route = createFileRoute('/_public/stato_ritiro')({ loader: () => addTexts(loadLinkedTexts), component: Page })
