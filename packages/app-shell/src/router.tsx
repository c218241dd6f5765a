import { isChunkMissing } from '@registry/ui/connection/connection-problem.ts'
import { PublicLayout } from '@registry/ui/layout/public-layout.tsx'
import { PageFailure } from '@registry/ui/layout/page.tsx'
import { isSessionLost, toRequestError } from '@registry/ui/request-error.ts'
import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBackAddress } from './layout/use-back-address.ts'
import { reloadOnce } from './reload-once.ts'
import { type Shell, useProductName, useShell } from './shell.ts'

/** After this time a page that has not arrived shows its skeleton. */
export const skeletonMs = 80

/**
 * A page that failed to load, inside the layout, so that back arrow and menu stay. A lost session shows nothing: `/logout` opens.
 * A missing file of the app needs a reload, which waits until the server answers.
 */
const RouteFailure = ({ error }: ErrorComponentProps) => {
  const router = useRouter()
  const { connection } = useShell()
  const isReload = isChunkMissing()
  const back = useBackAddress()
  useEffect(() => {
    if (isReload) void connection.check().then((reached) => reached && reloadOnce())
  }, [isReload, connection])
  if (isSessionLost(toRequestError(error))) return null
  const retry = async (): Promise<void> => {
    if (isReload) await connection.check().then((reached) => reached && window.location.reload())
    else await router.invalidate()
  }
  return <PageFailure error={error} isIncomplete={isReload} back={back} onRetry={() => void retry()} />
}

/** Replaces layout and page when the server gives no answer about the person. */
export const LayoutFailure = (props: ErrorComponentProps) => (
  <PublicLayout title={useProductName()}>
    <RouteFailure {...props} />
  </PublicLayout>
)

/** Replaces layout and page while the server answers about the person. */
export const LayoutSkeleton = () => (
  <PublicLayout title={useProductName()}>
    <PageSkeleton />
  </PublicLayout>
)

/** The options that the routers of both apps share. */
export const routerOptions = ({ history }: Shell) =>
  ({
    history,
    scrollRestoration: true,
    defaultErrorComponent: RouteFailure,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: skeletonMs,
    defaultPendingMinMs: 0,
  }) as const
