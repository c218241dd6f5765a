import { focusPage } from '@registry/ui/layout/page.tsx'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Around every page: moves the focus to the page after each navigation, and keeps it there (REQ-UI-21). */
export const RootRouteLayout = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusPage()
      }),
    [router],
  )
  useEffect(() => {
    const end = Promise.withResolvers<void>()
    // No page needs it before somebody acts. Without it only the focus is less well kept.
    void import('@registry/ui/browser/keep-focus.ts').then(({ keepFocus }) => end.promise.then(keepFocus())).catch(() => undefined)
    return end.resolve
  }, [])
  return <Outlet />
}
