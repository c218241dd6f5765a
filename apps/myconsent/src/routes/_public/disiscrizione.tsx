import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '../../features/unsubscribe/unsubscribe-page.tsx'

const Page = () => <UnsubscribePage />

export const Route = createFileRoute('/_public/disiscrizione')({ component: Page })
