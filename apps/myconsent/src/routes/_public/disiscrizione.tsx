import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { UnsubscribePage } from '../../features/unsubscribe/unsubscribe-page.tsx'

const Page = () => <UnsubscribePage />

export const Route = createFileRoute('/_public/disiscrizione')({ loader: () => addTexts(loadLinkedTexts), component: Page })
