import { focusPage } from '@registry/ui/layout/page.tsx'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Around every page: moves the focus to the page after each navigation. */
export const RootRouteLayout = () => {
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
