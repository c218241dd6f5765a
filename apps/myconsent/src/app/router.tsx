import { toRequestError, isSessionLost } from '@registry/ui/request-error.ts'
import { PageFailure } from '@registry/ui/layout/page.tsx'
import { createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { history } from './history.ts'

/** Stands inside the frame, so that the way back and the menu stay; with a lost session the person is being led out. */
const Failure = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  if (isSessionLost(toRequestError(error))) return null
  return <PageFailure error={error} onRetry={() => void router.invalidate()} />
}

export const createAppRouter = () => createRouter({ routeTree, history, scrollRestoration: true, defaultErrorComponent: Failure })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The address one level up: the header shows a back arrow to it; without it, the menu button. */
    back?: string
  }
}
