import { RootRouteLayout } from '@registry/app-shell/layout/root-route-layout.tsx'
import { createRootRoute } from '@tanstack/react-router'

export const Route = createRootRoute({ component: RootRouteLayout })
