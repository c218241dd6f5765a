import { PageSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { skeletonMs } from '../router.tsx'

/** True while the next page has been awaited for `skeletonMs`. */
const useLateNavigation = (): boolean => {
  const isWaiting = useRouterState({
    select: ({ isLoading, location, matches }) => isLoading && matches.at(-1)?.pathname !== location.pathname,
  })
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), skeletonMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting])
  return isWaiting && isLate
}

/**
 * The page of the address. While a guard asks the server, the router presents nothing of the next page: this part shows a skeleton.
 * The previous page stays mounted, so that a navigation that ends there loses nothing.
 */
export const PageOutlet = () => {
  const isLate = useLateNavigation()
  return (
    <>
      {isLate && <PageSkeleton />}
      <div style={{ display: isLate ? 'none' : 'contents' }}>
        <Outlet />
      </div>
    </>
  )
}
