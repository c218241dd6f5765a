import { PageFailure } from '@registry/ui/layout/page.tsx'
import { isSessionLost, toRequestError } from '@registry/ui/request-error.ts'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { Shell } from './shell.ts'

/** A page that failed to load, inside the layout, so that back arrow and menu stay. A lost session shows nothing: `/logout` opens. */
const RouteFailure = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  if (isSessionLost(toRequestError(error))) return null
  return <PageFailure error={error} onRetry={() => void router.invalidate()} />
}

/** The options that the routers of both apps share. */
export const routerOptions = ({ history }: Shell) => ({ history, scrollRestoration: true, defaultErrorComponent: RouteFailure }) as const
