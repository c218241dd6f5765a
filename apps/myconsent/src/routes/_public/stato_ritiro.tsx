import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { DeletionStatusPage } from '../../features/deletion-status/deletion-status-page.tsx'

const Page = () => <DeletionStatusPage />

export const Route = createFileRoute('/_public/stato_ritiro')({ loader: () => addTexts(loadLinkedTexts), component: Page })
