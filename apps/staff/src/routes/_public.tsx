import { PublicRouteLayout } from '@registry/app-shell/layout/public-route-layout.tsx'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_public')({ codeSplitGroupings: [], component: PublicRouteLayout })
