import { focusPage } from '@registry/ui/layout/page.tsx'
import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const Root = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusPage()
      }),
    [router],
  )
  return <Outlet />
}

export const Route = createRootRoute({ component: Root })
