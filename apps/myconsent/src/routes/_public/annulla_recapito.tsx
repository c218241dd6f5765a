import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { UndoContactPage } from '../../features/undo-contact/undo-contact-page.tsx'

const Page = () => <UndoContactPage />

export const Route = createFileRoute('/_public/annulla_recapito')({ loader: () => addTexts(loadLinkedTexts), component: Page })
