import { PublicRouteLayout } from '@registry/app-shell/layout/public-route-layout.tsx'
import { LayoutFailure, LayoutSkeleton } from '@registry/app-shell/router.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadAllTexts } from '../app/messages.ts'

/** The pages that show the texts of the first load only. */
const signInPages: readonly string[] = ['/', '/login']

export const Route = createFileRoute('/_public')({
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => (signInPages.includes(location.pathname) ? undefined : loadAllTexts()),
  component: PublicRouteLayout,
  pendingComponent: LayoutSkeleton,
  errorComponent: LayoutFailure,
})
